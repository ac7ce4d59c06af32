// Readers of other people that come without types: as much of them as we use.
declare module 'gltf-validator' {
  type Message = { code: string; message: string; severity: number; pointer?: string };
  export function validateBytes(
    bytes: Uint8Array,
  ): Promise<{ issues: { numErrors: number; numWarnings: number; messages: Message[] } }>;
}

declare module 'three/examples/jsm/loaders/usd/USDAParser.js' {
  type Samples = { times: number[]; values: unknown[] };
  type Spec = { fields: { timeSamples?: Samples; default?: unknown; typeName?: string } };
  export class USDAParser {
    parseData(text: string): { specsByPath: Record<string, Spec> };
  }
}

declare module 'tinyusdz/tinyusdz.js' {
  export class Loader {
    loadAsLayerFromBinary(bytes: Uint8Array, name: string): boolean;
    extractSublayerAssetPaths(): string[];
    setAsset(path: string, bytes: Uint8Array): void;
    composeSublayers(): boolean;
    layerToString(): string;
    error(): string;
  }
  export default function load(options: { wasmBinary: Uint8Array }): Promise<{
    TinyUSDZLoaderNative: typeof Loader;
  }>;
}
