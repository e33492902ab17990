import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  name: string
  label: string
  hint?: string
  required?: boolean
}

interface TextFieldProps extends FieldProps {
  value?: string
  type?: 'text' | 'url' | 'date'
  placeholder?: string
}

/** A labelled text field of a form. */
export function TextField({ name, label, hint, value = '', type = 'text', placeholder, required }: TextFieldProps) {
  const id = useId()
  return (
    <label>
      {label}
      <input
        class="input"
        name={name}
        // The types of Preact do not accept a union here.
        type={type as 'text'}
        defaultValue={value}
        placeholder={placeholder}
        required={required}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={hint ? id : undefined}
      />
      {hint && (
        <span class="label" id={id}>
          {hint}
        </span>
      )}
    </label>
  )
}

interface Choices {
  /** By value, the text. */
  options: Readonly<Record<string, ComponentChildren>>
}

export function SelectField({ name, label, options, value, required }: FieldProps & Choices & { value?: string }) {
  return (
    <label>
      {label}
      <select class="input" name={name} required={required}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Checkboxes of one name; `FormData.getAll` returns those that are checked. */
export function CheckboxGroup({
  name,
  label,
  options,
  checked,
}: FieldProps & Choices & { checked: readonly string[] }) {
  return (
    <fieldset class="checkbox-group">
      <legend>{label}</legend>
      {Object.entries(options).map(([option, text]) => (
        <label key={option} class="checkbox">
          <input type="checkbox" name={name} value={option} defaultChecked={checked.includes(option)} /> {text}
        </label>
      ))}
    </fieldset>
  )
}

/** The text of a field; undefined if it is empty, so that it is left out of the JSON. */
export function textOf(data: FormData, name: string): string | undefined {
  const value = data.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The parts of a list that is separated by commas or spaces; undefined if it is empty. */
export const listOf = (data: FormData, name: string): string[] | undefined =>
  textOf(data, name)
    ?.split(/[\s,]+/)
    .filter(Boolean)
