import { DirectionalLight, Group, HemisphereLight, Vector3 } from 'three';
import type { Vec3 } from '../shot/shot';
import { distance } from './vec';

const shadowPixels = 1024;
const followShare = 0.2; // of the body's size

// Studio light: a warm key from the upper right that casts the shadow, a cool fill from the left, a
// rim from behind, and the sky.
export class StudioLight {
  readonly group = new Group();
  private center: Vec3 = [0, 0, 0];
  private size = 1;
  private readonly key = new DirectionalLight('#fff4e6', 2.35);
  private readonly fill = new DirectionalLight('#bcd2ee', 0.5);
  private readonly back = new DirectionalLight('#dfeaff', 0.75);

  constructor() {
    const sky = new HemisphereLight('#c7d6e6', '#2c3138', 0.95);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(shadowPixels, shadowPixels);
    this.key.shadow.radius = 4;
    this.group.add(sky);
    for (const light of [this.key, this.fill, this.back]) this.group.add(light, light.target);
  }

  // Goes along with a body that travels, in steps, so that the shadow of one that stays is at rest.
  follow(center: Vec3): void {
    if (distance(center, this.center) > followShare * this.size) this.place(center, this.size);
  }

  place(center: Vec3, size: number): void {
    this.center = center;
    this.size = size;
    this.aim(this.key, center, [0.5, 1, 0.55], size);
    this.aim(this.fill, center, [-0.9, 0.35, 0.5], size);
    this.aim(this.back, center, [-0.35, 0.5, -0.9], size);
    const { camera } = this.key.shadow;
    const reach = 0.95 * size;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    Object.assign(camera, { near: 0.1 * size, far: 6 * size });
    camera.updateProjectionMatrix();
    this.key.shadow.normalBias = 0.006 * size;
    this.key.shadow.bias = -0.0004;
  }

  private aim(light: DirectionalLight, center: Vec3, from: Vec3, size: number): void {
    const target = new Vector3(...center);
    light.target.position.copy(target);
    light.position.copy(new Vector3(...from).setLength(2.5 * size).add(target));
  }
}
