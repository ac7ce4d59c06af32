import js from '@eslint/js';
import solid from 'eslint-plugin-solid/configs/typescript';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'node_modules'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  { files: ['**/*.tsx'], ...solid },
  {
    files: ['**/*.tsx'],
    rules: {
      // Both call back later, when something happens: what is read then is meant to be of that moment.
      'solid/reactivity': ['warn', { customReactiveFunctions: ['onGesture', 'queueMicrotask'] }],
    },
  },
  {
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 60, IIFEs: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: ['error', 'always'],
      'no-unassigned-vars': 'off', // Solid assigns `ref`s
      '@typescript-eslint/no-unused-vars': [
        'error',
        { varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='style'] Property > Literal.value",
          message:
            'Solid writes constant styles inline, which our content policy refuses: use a class.',
        },
      ],
    },
  },
  { files: ['scripts/**'], rules: { 'no-undef': 'off' } }, // of Node and of the browser
  { files: ['test/**', 'e2e/**'], rules: { 'max-lines-per-function': 'off' } },
);
