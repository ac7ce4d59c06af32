// Shapes of JSON values: a check gives the value back with its type, or throws what it expected.

export class ShapeError extends Error {
  constructor(
    readonly where: string,
    readonly expected: string,
    readonly found: unknown,
  ) {
    super(`${where || 'message'}: expected ${expected}, found ${describe(found)}`);
  }
}

/** `unknown` takes the places of keys that nobody asked for (they are kept), and of what was left out. */
export type Check<T> = (value: unknown, where: string, unknown?: string[]) => T;
export type Checked<C> = C extends Check<infer T> ? T : never;

type Fields = Record<string, Check<unknown>>;
type Required<F extends Fields> = { [K in keyof F]: Checked<F[K]> };
type Optional<F extends Fields> = { [K in keyof F]?: Checked<F[K]> | null };

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export const number: Check<number> = (value, where) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ShapeError(where, 'a number', value);
};

export const whole: Check<number> = (value, where) => {
  if (Number.isInteger(value)) return value as number;
  throw new ShapeError(where, 'a whole number', value);
};

export const text: Check<string> = (value, where) => {
  if (typeof value === 'string') return value;
  throw new ShapeError(where, 'text', value);
};

export const truth: Check<boolean> = (value, where) => {
  if (typeof value === 'boolean') return value;
  throw new ShapeError(where, 'true or false', value);
};

export const anyObject: Check<Record<string, unknown>> = (value, where) => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ShapeError(where, 'an object', value);
};

export function oneOf<const T extends readonly string[]>(words: T): Check<T[number]> {
  return (value, where) => {
    if (typeof value === 'string' && words.includes(value)) return value;
    throw new ShapeError(where, `one of ${words.join(', ')}`, value);
  };
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, where, unknown) => (value === null ? null : check(value, where, unknown));
}

/** Null in the place of what cannot be read, with the reason among what is unknown. */
export function readable<T>(check: Check<T>): Check<T | null> {
  return (value, where, unknown) => {
    try {
      return check(value, where, unknown);
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      unknown?.push(error.message);
      return null;
    }
  };
}

export function either<A, B>(first: Check<A>, second: Check<B>): Check<A | B> {
  return (value, where, unknown) => {
    try {
      return first(value, where);
    } catch {
      return second(value, where, unknown);
    }
  };
}

export function list<T>(check: Check<T>): Check<T[]> {
  return (value, where, unknown) => {
    if (!Array.isArray(value)) throw new ShapeError(where, 'a list', value);
    return value.map((entry, index) => check(entry, `${where}[${index}]`, unknown));
  };
}

export function tuple<T>(check: Check<T>, length: 2): Check<[T, T]>;
export function tuple<T>(check: Check<T>, length: 3): Check<[T, T, T]>;
export function tuple<T>(check: Check<T>, length: number): Check<T[]> {
  const entries = list(check);
  return (value, where, unknown) => {
    const found = entries(value, where, unknown);
    if (found.length !== length) throw new ShapeError(where, `${length} entries`, value);
    return found;
  };
}

// Keys that are not named are let through: a newer program may say more than we know.
export function object<R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional?: O,
): Check<Required<R> & Optional<O>> {
  const known = new Set([...Object.keys(required), ...Object.keys(optional ?? {})]);
  return (value, where, unknown) => {
    const found = { ...anyObject(value, where) };
    const at = (key: string) => (where ? `${where}.${key}` : key);
    const read = (key: string, check: Check<unknown>) =>
      (found[key] = check(found[key], at(key), unknown));
    for (const [key, check] of Object.entries(required)) read(key, check);
    for (const [key, check] of Object.entries(optional ?? {})) {
      if (found[key] !== undefined && found[key] !== null) read(key, check);
    }
    if (unknown)
      unknown.push(
        ...Object.keys(found)
          .filter((key) => !known.has(key))
          .map(at),
      );
    return found as Required<R> & Optional<O>;
  };
}
