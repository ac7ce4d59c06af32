import { PCFShadowMap, PerspectiveCamera, Vector3, WebGLRenderer } from 'three';
import { paintCompass } from './compass';
import type { BodyScene } from './body_scene';
import { orbitFrom, verticalFov, type Orbit } from './orbit';
import type { Canvas } from './paint';
import { Projector } from './projector';

export type ViewParts = { host: HTMLElement; picture: HTMLCanvasElement; marks: HTMLCanvasElement };

// One of the two views: a three-dimensional picture with flat marks over it. Draws only when asked.
export class View<S extends BodyScene = BodyScene> {
  orbit: Orbit = orbitFrom([2, 1.5, 4], [0, 0.5, 0], 30);
  projector = new Projector(this.orbit, 1, 1);
  paintMarks: (context: Canvas, projector: Projector) => void = () => undefined;
  afterDraw: () => void = () => undefined;
  drawn = 0; // pictures so far
  private readonly renderer: WebGLRenderer;
  private readonly camera = new PerspectiveCamera();
  private readonly context: Canvas;
  private readonly watcher: ResizeObserver;
  private waiting = 0;
  private ratio = 1; // device pixels for a CSS pixel, as the canvases have them
  private readonly ending = new AbortController();

  constructor(
    readonly parts: ViewParts,
    readonly scene: S,
  ) {
    const layers = { antialias: true, alpha: true, stencil: true };
    this.renderer = new WebGLRenderer({ canvas: parts.picture, ...layers });
    this.renderer.setClearColor(0, 0);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.context = parts.marks.getContext('2d')!;
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(parts.host);
    this.resize();
    this.watchRatio();
  }

  dispose(): void {
    cancelAnimationFrame(this.waiting);
    this.watcher.disconnect();
    this.ending.abort();
    this.scene.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // browsers allow few contexts, and collect them late
  }

  setOrbit(orbit: Orbit): void {
    this.orbit = orbit;
    this.invalidate();
  }

  invalidate(): void {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  // A window that goes to another screen changes its ratio without changing its size.
  private watchRatio(): void {
    const query = window.matchMedia(`(resolution: ${window.devicePixelRatio || 1}dppx)`);
    const changed = () => {
      this.resize();
      this.watchRatio();
    };
    query.addEventListener('change', changed, { once: true, signal: this.ending.signal });
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.parts.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const ratio = window.devicePixelRatio || 1;
    this.ratio = ratio;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.parts.marks.width = Math.round(clientWidth * ratio);
    this.parts.marks.height = Math.round(clientHeight * ratio);
    this.aim();
    this.draw();
  }

  private aim(): void {
    const { clientWidth, clientHeight } = this.parts.host;
    this.projector = new Projector(this.orbit, clientWidth, clientHeight);
    aimCamera(this.camera, this.projector);
  }

  private draw(): void {
    const { clientWidth, clientHeight } = this.parts.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.aim();
    this.scene.seenAt(this.projector.metresPerPixel(this.orbit.target));
    this.renderer.render(this.scene.scene, this.camera);
    const { ratio } = this;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, clientWidth, clientHeight);
    this.paintMarks(this.context, this.projector);
    paintCompass(this.context, this.projector);
    this.drawn++;
    this.afterDraw();
  }
}

/** A camera that sees what the projector does. */
export function aimCamera(camera: PerspectiveCamera, projector: Projector): void {
  const { orbit, width, height, eye, up } = projector;
  camera.fov = verticalFov(orbit, width / height);
  camera.aspect = width / height;
  camera.near = 0.01 * orbit.distance;
  camera.far = 40 * orbit.distance;
  camera.position.set(...eye);
  camera.up.set(...up);
  camera.lookAt(new Vector3(...orbit.target));
  camera.updateProjectionMatrix();
}
