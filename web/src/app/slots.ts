// What stands in each place of the shell (Shell.tsx). Each is a component without properties that
// reads the editor by itself.

// Below the views: transport, timeline, graphs. Its height is its own.
export { Dock } from './Dock';

// Right of the views in the edit workspace.
export { Inspector } from '../panels/Inspector';

// Right of the views in the poses workspace.
export { PoseInspector } from '../poses/PoseInspector';

// Right of the views in the inspect workspace.
export { InspectPanel } from '../inspect/InspectPanel';

// Instead of everything below the top bar while no shot is open.
export { WelcomePage } from '../welcome/WelcomePage';

// Over everything: dialogs, palette, messages. Also where keys are listened to.
export { Overlay } from './Overlay';
