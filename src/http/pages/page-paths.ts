/** Documents that are served as HTML, and as Markdown with `.md` after the name. */
export const GUIDES = [
  'api',
  'dashboard',
  'configuration',
  'scenarios',
  'fixtures',
  'control-plane',
  'cli',
  'library',
  'testing',
  'webhooks',
  'ern',
  'money',
  'data',
  'journal',
  'report',
  'errors',
  'limits',
  'fidelity',
] as const
export type Guide = (typeof GUIDES)[number]

const PAGE_PATH =
  /^\/(?:docs(?:\/.*)?|openapi\.(?:json|yaml)|_sandbox\/(?:docs\/?|openapi\.(?:json|yaml)|ui(?:\/.*)?))?$/s

/** Tells the paths of the Express application from those of the API and the control plane, without loading Express. */
export const isPagePath = (path: string): boolean => PAGE_PATH.test(path)
