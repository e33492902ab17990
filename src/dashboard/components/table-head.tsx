interface TableHeadProps {
  columns: readonly string[]
  /** The columns whose values are numbers. */
  numbers?: readonly string[]
  /** The columns whose titles are for screen readers only. */
  hidden?: readonly string[]
}

/** The titles of the columns of a table. */
export const TableHead = ({ columns, numbers = [], hidden = [] }: TableHeadProps) => (
  <thead>
    <tr>
      {columns.map((title) => (
        <th key={title} scope="col" class={numbers.includes(title) ? 'number' : undefined}>
          {hidden.includes(title) ? <span class="visually-hidden">{title}</span> : title}
        </th>
      ))}
    </tr>
  </thead>
)
