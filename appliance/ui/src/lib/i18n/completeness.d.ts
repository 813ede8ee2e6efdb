declare module 'virtual:completeness' {
  const percentByTag: Readonly<Record<string, number>>
  export default percentByTag
}
