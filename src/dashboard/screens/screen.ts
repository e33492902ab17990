import type { ComponentType } from 'preact'

/** A screen of the dashboard. Its folder below `screens/` holds its code and its style sheet. */
export interface Screen {
  /** The part of the URL after the world. */
  name: string
  title: string
  component: ComponentType
}
