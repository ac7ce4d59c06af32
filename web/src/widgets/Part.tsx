import { ErrorBoundary, type JSX } from 'solid-js';
import { Icon } from './Icon';

/** A part of the page that may fail alone: the others go on, and a person reads what was wrong. */
export function Part(props: { name: string; children: JSX.Element }) {
  return (
    <ErrorBoundary
      fallback={(error: unknown, again) => (
        <div class="part-failed">
          <div class="message error" role="alert">
            <Icon name="error" size={14} />
            <div>
              <b>The {props.name} cannot be shown.</b>
              <p>{error instanceof Error ? error.message : String(error)}</p>
              <p>Your work is safe: the program has it.</p>
            </div>
            <div class="acts">
              <button class="btn small" onClick={() => again()}>
                Try again
              </button>
            </div>
          </div>
        </div>
      )}
    >
      {props.children}
    </ErrorBoundary>
  );
}
