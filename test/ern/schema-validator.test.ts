import * as library from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { readMessage } from '../../src/ern/message/read-message.js'
import { namespaceOf } from '../../src/ern/message/versions.js'
import { createSchemaValidator, SchemaError } from '../../src/ern/schema/schema-validator.js'
import { edit, newRelease } from './message-builder.js'

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"'

/** A schema that knows only what the test needs: the parties have names of at most ten letters. */
const schema = (
  location = '../values.xsd',
) => `<xs:schema ${XS} xmlns:v="urn:values" targetNamespace="${namespaceOf('4.3.2')}">
  <xs:import namespace="urn:values" schemaLocation="${location}"/>
  <xs:element name="NewReleaseMessage">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="MessageHeader"/>
        <xs:element name="PartyList">
          <xs:complexType><xs:sequence>
            <xs:element name="Party" maxOccurs="unbounded">
              <xs:complexType><xs:sequence>
                <xs:element name="PartyReference" type="xs:string"/>
                <xs:element name="PartyName"><xs:complexType><xs:sequence><xs:element name="FullName" type="v:Name"/></xs:sequence></xs:complexType></xs:element>
              </xs:sequence></xs:complexType>
            </xs:element>
          </xs:sequence></xs:complexType>
        </xs:element>
        <xs:any maxOccurs="unbounded" processContents="skip"/>
      </xs:sequence>
      <xs:anyAttribute processContents="skip"/>
    </xs:complexType>
  </xs:element>
</xs:schema>`
const VALUES = `<xs:schema ${XS} targetNamespace="urn:values"><xs:simpleType name="Name"><xs:restriction base="xs:string"><xs:maxLength value="10"/></xs:restriction></xs:simpleType></xs:schema>`

function createValidator(files: Record<string, string>) {
  const requested: string[] = []
  const validator = createSchemaValidator(library, (path) => {
    requested.push(path)
    return Object.hasOwn(files, path) ? Buffer.from(files[path] as string) : undefined
  })
  return { validator, requested }
}

const read = async (document: string | Uint8Array, files: Record<string, string>) => {
  const result = await readMessage(Buffer.from(document), { schemaValidator: createValidator(files).validator })
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.value.report
}

const files = { '4.3.2/release-notification.xsd': schema(), 'values.xsd': VALUES }
const message = newRelease()

describe('validation with schemas of the user', () => {
  test('reports what they do not allow, at the element', async () => {
    const { issues, error_count } = await read(message, files)
    expect(error_count).toBe(1)
    expect(issues).toEqual([
      {
        severity: 'error',
        code: 'schema',
        path: 'NewReleaseMessage/PartyList/Party[2]/PartyName/FullName',
        line: 12,
        column: expect.any(Number),
        message: expect.stringContaining("maximum length of '10'"),
      },
    ])
    expect(message.split('\n')[11]?.slice((issues[0]?.column as number) - 1)).toMatch(/^<FullName>Blue Heron Records/)
  })

  test('accepts a valid message', async () => {
    expect(
      (
        await read(
          edit(message, 'Blue Heron Records</FullName></PartyName></Party>', 'Heron</FullName></PartyName></Party>'),
          files,
        )
      ).issues,
    ).toEqual([])
  })

  test('reads UTF-16', async () => {
    const utf16 = Buffer.from(`\ufeff${edit(message, 'UTF-8', 'UTF-16')}`, 'utf16le')
    expect((await read(utf16, files)).issues.map(({ code }) => code)).toEqual(['encoding_not_utf8', 'schema'])
  })

  test('finds a folder that is named like the namespace', async () => {
    const renamed = { '432/release-notification.xsd': schema(), 'values.xsd': VALUES }
    expect((await read(message, renamed)).error_count).toBe(1)
  })

  test('validates many messages with one validator', () => {
    const { validator, requested } = createValidator(files)
    for (let i = 0; i < 20; i++) expect(validator(message, '4.3.2')).toHaveLength(1)
    expect(requested.filter((path) => path === 'values.xsd')).toHaveLength(1)
  })
})

describe('schemas that can not be used', () => {
  test('are missing for a version', () => {
    expect(() => createValidator(files).validator(newRelease({ version: '4.2' }), '4.2')).toThrow(
      new SchemaError(
        'There is no schema of ERN 4.2: 4.2/release-notification.xsd or 42/release-notification.xsd is missing',
      ),
    )
  })

  test('are no XML', () => {
    const { validator } = createValidator({ '4.3.2/release-notification.xsd': 'hello' })
    expect(() => validator(message, '4.3.2')).toThrow(SchemaError)
  })

  test.each([
    '../../../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1:1/values.xsd',
    '../missing.xsd',
  ])('import %s', (location) => {
    const { validator, requested } = createValidator({ ...files, '4.3.2/release-notification.xsd': schema(location) })
    expect(() => validator(message, '4.3.2')).toThrow(SchemaError)
    expect(
      requested.filter((path) => path.includes('passwd') || path.startsWith('..') || path.startsWith('/')),
    ).toEqual([])
  })
})
