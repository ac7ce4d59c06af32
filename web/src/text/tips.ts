// What each parameter does to the motion.
export const tips = {
  frame:
    'When the handle holds. The motion before leads up to it, the motion after comes away from it.',
  target:
    'Where the point stands at this frame. Let an axis go free and the body chooses along it what costs least.',
  hold: 'Exact: the point is there. Soft: the point is drawn there, as far as the body likes to go.',
  softWeight:
    'How far of the way a soft handle pulls. More bends the motion harder towards the target.',
  softRadius:
    'Moves the mean of all points this near instead of one, so that a broad part of the body comes along without a dent.',
  stiffAxes:
    'What happens where meeting the target would throw the body. Give way: it stays beside its target rather than move the body more than three times as far. Hold: it goes on until the material is at its limit.',
  drawnAt:
    'The frame at which the displacement was drawn. In local space it turns with the body from there on.',
  displacement: 'How far the points are carried away, at full weight. Nothing else answers.',
  method:
    'Green: the whole motion answers as the material would. Blend: plain displacements that come and go, as other tools do it.',
  window: 'Only these frames change. Outside, the motion stays as it came, to the bit.',
  ease: 'How softly the change begins and ends at the edges of the window. Short is sudden, long is gentle.',
  layerWeight:
    'How much of this layer is there: 0 is the input, 1 all of it. Keys make it change over time.',
  space:
    'World: displacements keep their direction. Local: they turn with the part of the body they sit on.',
  modes:
    'How fine the answer can be. Few modes: broad, slow bends. Many: details near the handle follow, and it costs more time.',
  frequencies: 'How fast the slowest and the quickest of these modes swing, in swings a second.',
  damping:
    'How soon the swing after a handle dies out. Low rings on like a bell, high comes to rest at once.',
  massDamping: 'Slows the whole slow swing, as moving through honey. Comes on top of the damping.',
  stiffnessDamping:
    'How fast quick wobbles die out. Low leaves a shiver in the tips, high leaves only the slow swing.',
  timestep:
    'The time that one frame stands for while the answer is worked out. Longer: slower, heavier answers; shorter: quicker, stiffer ones.',
  cost: 'How the motion answers a handle. Dynamic: as the material would, with secondary swing. Smooth: no wiggles, like a spline. 2012: as first published, for comparison.',
  smoothness:
    'How much smooth in time counts against smooth in space. High spreads a change over many frames.',
  ends: 'Which frames stay as they are: the first and last two, the first two only, or none in a cycle.',
  exact:
    'Makes up for the bend of large moves, so that the point sits on its target. Without, it misses by a little.',
  reach: 'More keeps distant parts of the body calm. 1.75 is usual, 0 is as published in 2012.',
  contacts:
    'Which touches of the input the edit respects: those that came with it, those found on it, or none.',
  contactKind:
    'Sliding: touching points may glide along the floor. Sticking: they stay where they are.',
  oneSided: 'Obstacles are never entered, at any frame: what would go in is held on the surface.',
  selfContact: 'Parts of the body that touch each other stay together.',
  filter: 'How soon handles that contradict each other give way instead of tearing the body apart.',
  poseFrame: 'When the motion passes this pose. Nearer to its neighbours: faster between them.',
  poseHold:
    'How long the motion stays about this pose. A lively body settles there; with the direct feel it stands still.',
  curveScope:
    'All poses: one feel for the whole motion. This span: the way from the pose before the frame to the next has its own, as soon as you change it.',
  spanBack: 'This span has a feel of its own. Click to let it go as all poses again.',
  poseVelocity:
    'How the pose is passed. Free: as the swing brings it. Still: every part rests for a moment. Given: with the velocities that came with it.',
  poseTurns:
    'Whole turns of the body beyond the shorter way from the pose before. More: it spins on the way.',
  poseMet:
    'How far the motion is from the pose at its frame. Every pose is met, whatever the settings.',
  poseHandles:
    'Points by which this pose was bent. Take one away and its point is free in the next bend.',
  between:
    'Wiggly spline: the least force that passes through all poses. Free swing: let go at the first pose, led to the others.',
  centre:
    'The way of the whole body from pose to pose: straight, round, or falling as a thrown thing does.',
  poseStiffness: 'Stiffens or softens the whole body: more swings faster and closer to the poses.',
  dampingFrom:
    'Curve: as you draw it over the spectrum. Material: from mass and stiffness, as simulators have it.',
  calmStart:
    'What it swings about: 0 the rest shape, 1 the last pose. More starts with less of a jerk.',
  adjustStart:
    'Changes frequency and damping of each mode a little, so that the swing starts calmly from the first pose.',
  dearVelocity:
    'How dear a jerk at the first pose is. More starts calmer, and changes frequencies for it.',
  dearFrequency: 'How dear another frequency is. More keeps each mode as fast as its curve says.',
  dearDecay: 'How dear another damping is. More keeps each mode ringing as long as its curve says.',
  settlesAt:
    'What the body swings about: the way between the poses, or its rest shape, which pulls it back far from both.',
  poseLoop: 'The last pose is the first again, and leads on without a seam.',
  poseModes:
    'How many vibrations swing between the poses. Few are broad and slow; many let details swing.',
  poseLength: 'How many frames the motion has. The last pose stands until the end.',
  poseShare: 'How much of the given motion gives way to the swing through the poses.',
  stayPut: 'These points go from pose to pose without swinging, as feet do that stand.',
  beside:
    'The same poses by a simpler method in a second view, to see what the swing owes to rotations.',
  modeShare: 'How much of all that swings is this mode, over the whole motion.',
  ringsFor: 'How long this mode swings on after a push, until a tenth is left.',
} as const;
