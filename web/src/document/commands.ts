// Every act of the editor as a function of the editor: tools, panels, keymap and palette share them.
export * from './drag_commands';
export * from './file_commands';
export * from './handle_commands';
export * from './hold_commands';
export * from './layer_commands';
export * from './pose_commands';
export { mainVertex } from '../shot/region';
export * from './region_commands';
export * from './stage_acts';
export * from './view_commands';
