import type { ComponentChildren } from 'preact'

/** Scrolls a wide table sideways, also with the keyboard. The label is unique on the page. */
export const TableFrame = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section class="table-frame" tabIndex={0} aria-label={label}>
    {children}
  </section>
)
