/** One value of a shorthand, with functions in it. */
const VALUE = String.raw`(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+`
/** Four values of which the second, on the right, differs from the fourth, on the left. */
const UNEVEN = new RegExp(`^${VALUE}\\s+(${VALUE})\\s+${VALUE}\\s+(?!\\1$)${VALUE}$`)
/** Corners that differ between left and right: the first two, or the last two of three or four. */
const ONE_SIDED = [
  new RegExp(`^(${VALUE})\\s+(?!\\1(?:\\s|$))`),
  new RegExp(`^${VALUE}\\s+(?:${VALUE}\\s+)?(${VALUE})\\s+(?!\\1$)${VALUE}$`),
]
const PHYSICAL = /\b(left|right)\b/

/**
 * Styles do not depend on the direction of writing. What stylelint's plugins for this also refuse (width, margin-top) is
 * the same in both directions.
 *
 * @type {import('stylelint').Config}
 */
export default {
  rules: {
    'property-disallowed-list': [
      'left',
      'right',
      /^(scroll-)?(margin|padding|border)-(left|right)/,
      /^border-(top|bottom)-(left|right)-radius$/,
    ],
    'declaration-property-value-disallowed-list': {
      '/^(text-align|float|clear|transform-origin|background|background-position|background-image|object-position|mask|mask-image)$/':
        PHYSICAL,
      '/^(margin|padding|inset|border-width|scroll-margin|scroll-padding)$/': UNEVEN,
      '/^border-radius$/': ONE_SIDED,
      '/^(transform|translate)$/': /translateX\([^)v]*\)/,
    },
  },
  overrides: [
    { files: ['**/*.svelte'], customSyntax: 'postcss-html' },
    // Geometry in pixels of the window: it is the same in every direction of writing.
    {
      files: ['**/calendar/drag/drag.css'],
      rules: { 'property-disallowed-list': null, 'declaration-property-value-disallowed-list': null },
    },
  ],
}
