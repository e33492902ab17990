// YAML files are read when the package is built; the running sandbox only ever sees their JSON.
declare module '*.yaml' {
  const value: unknown

  export { value as default }
}

// Any other file as it is, with `?text` after its name.
declare module '*?text' {
  const value: string

  export { value as default }
}
