import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'src/lib/api/schema.d.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    // Not .svelte files: with type information each of them takes a second.
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // TypeScript reports unknown names itself; it knows the types of the browser and the service worker.
      'no-undef': 'off',
      // `const { id: _, ...rest } = value` is the common way to leave a property out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Missing on plain http, where most phones open the page; TypeScript knows nothing of that.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Identifier[name=/^(randomUUID|subtle)$/]',
          message: 'Use freshId of $lib/ids: plain http has none.',
        },
        {
          selector: "MemberExpression[property.name='clipboard']",
          message: 'Use copy of $lib/clipboard: plain http has no Clipboard API.',
        },
      ],
    },
  },
)
