import { Icon } from './Icon';

export function TopBar() {
  return (
    <header class="topbar">
      <div>
        <span class="brand">
          <Icon name="brand" size={20} />
        </span>
      </div>
    </header>
  );
}
