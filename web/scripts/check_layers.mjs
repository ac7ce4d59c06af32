// Each folder of src may import only from folders that stand before it, and of these only from those that
// it names. Also finds files that import each other in a circle. For the C++ rooms: scripts/check_includes.sh.
//   node scripts/check_layers.mjs [SRC]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../src', import.meta.url)));

// folder: what it may import besides itself
const layers = {
  text: '', // words and numbers as people read and type them
  json: '', // checks of JSON values
  shot: 'text json', // what a shot holds: layers and sources of all kinds, poses, edits
  protocol: 'json shot', // what page and program tell each other
  document: 'text shot protocol', // the state of the page, and every act on it
  keymap: 'shot', // commands and their keys
  widgets: 'text shot document',
  timeline: 'text shot document widgets',
  graphs: 'text shot protocol document widgets timeline',
  viewport: 'shot protocol document widgets timeline', // bodies as they are drawn
  tools: 'shot document viewport', // what a hand does in the views
  panels: 'text shot protocol document widgets timeline viewport',
  import: 'text protocol document widgets panels',
  inspect: 'text protocol document widgets timeline graphs panels',
  poses: 'text shot protocol document keymap widgets timeline graphs viewport panels import',
  palette: 'shot protocol document keymap widgets panels poses', // commands at work
  views: 'shot document widgets viewport tools panels inspect poses',
  welcome: 'text protocol document widgets panels',
  app: [
    ...['shot protocol document keymap widgets timeline graphs viewport panels import'],
    ...['inspect poses palette views welcome'],
  ].join(' '),
  '.': 'protocol document app', // main.tsx
};

const order = Object.keys(layers);
const folderOf = (file) => relative(root, file).split('/').slice(0, -1)[0] ?? '.';
const nameOf = (file) => relative(dirname(root), file);

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

// The file that an import names; undefined for packages and styles.
function fileOf(from, name) {
  if (!name.startsWith('.')) return undefined;
  const path = resolve(dirname(from), name.replace(/\?.*$/, ''));
  const found = ['', '.ts', '.tsx'].map((end) => path + end).find((file) => isFile(file));
  return found && !relative(root, found).startsWith('..') ? found : undefined;
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();

function importsOf(file, text) {
  const { importedFiles } = ts.preProcessFile(text);
  return importedFiles.map(({ fileName }) => fileOf(file, fileName)).filter(Boolean);
}

// What is wrong with the table itself.
function faultsOfTable(folders) {
  const later = order.flatMap((folder, k) =>
    layers[folder]
      .split(' ')
      .filter((other) => other && !order.slice(0, k).includes(other))
      .map((other) => `${folder} may not name '${other}', which does not stand before it`),
  );
  const strange = folders
    .filter((folder) => !order.includes(folder))
    .map((folder) => `src/${folder}: a folder that scripts/check_layers.mjs does not know`);
  return [...later, ...strange];
}

function violations(graph) {
  return [...graph].flatMap(([file, targets]) => {
    const own = folderOf(file);
    const allowed = (layers[own] ?? '').split(' ');
    return targets
      .map(folderOf)
      .filter((folder) => folder !== own && !allowed.includes(folder))
      .map((folder) => `${nameOf(file)}: ${own} may not import from '${folder}'`);
  });
}

// One circle of each group of files that import each other.
function circles(graph) {
  const found = [];
  const done = new Set();
  const visit = (file, path) => {
    const at = path.indexOf(file);
    if (at >= 0) return void found.push([...path.slice(at), file].map(nameOf).join(' -> '));
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found.map((circle) => `a circle: ${circle}`);
}

const files = filesIn(root);
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const graph = new Map(files.map((file) => [file, importsOf(file, texts.get(file))]));
// Types are gone when the page runs: they may point back, inside of a folder.
const withoutTypes = (text) => text.replace(/^import type [^;]*;$/gm, '');
const running = new Map(
  files.map((file) => [file, importsOf(file, withoutTypes(texts.get(file)))]),
);
const faults = [
  ...faultsOfTable([...new Set(files.map(folderOf))]),
  ...violations(graph),
  ...circles(running),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
