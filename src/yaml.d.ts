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

// What is compiled from an OpenAPI document when the package is built, with `?looks` after its name.
declare module '*.yaml?looks' {
  type Looks = import('./contract/compiled-validators.js').Looks

  export const parameters: Looks['parameters']
  export const bodies: Looks['bodies']
  export const answers: Looks['answers']
  export const events: Looks['events']
}
