// YAML files are read when the package is built; the running sandbox only ever sees their JSON.
declare module '*.yaml' {
  const value: unknown

  export { value as default }
}
