import { Color } from 'three';
import { token } from '../widgets/tokens';

export { faded, token } from '../widgets/tokens';

export function tokenColor(name: string): Color {
  return new Color(token(name));
}
