import { Color } from 'three';
import { token } from '../app/tokens';

export { faded, token } from '../app/tokens';

export function tokenColor(name: string): Color {
  return new Color(token(name));
}
