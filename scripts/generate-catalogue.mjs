// Generates seeds/catalogue.yaml, the catalogue of a new world.
//   node scripts/generate-catalogue.mjs           writes the file
//   node scripts/generate-catalogue.mjs --check   exits 1 if the file is outdated
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faker } from '@faker-js/faker'
import { Document, visit } from 'yaml'

const target = fileURLToPath(new URL('../seeds/catalogue.yaml', import.meta.url))

// Tests rely on the values here; faker provides only names, labels, formats and sizes. Seven releases share six covers:
// 07 is a remix of 04 and has the same cover. The last audio asset is unused.
const plan = [
  { status: 'delivered', days: -14, hours: 1200, trackCount: 3, cover: 1 },
  { status: 'delivered', days: -3, hours: 1010, trackCount: 1, cover: 2, guest: 'featured', codes: 'AT CH DE' },
  { status: 'rejected', days: 21, hours: 790, trackCount: 1, cover: 3 },
  { status: 'delivered', days: 10, hours: 610, trackCount: 1, cover: 4, guest: 'producer' },
  { status: 'submitted', days: 28, hours: 400, trackCount: 2, cover: 5, codes: 'CA MX US' },
  { status: 'draft', days: 45, hours: 240, trackCount: 2, cover: 6, guest: 'composer' },
  { status: 'submitted', days: 35, hours: 96, trackCount: 1, cover: 4, guest: 'remixer', remixOf: 4 },
  { status: 'draft', days: 60, hours: 20, trackCount: 0, cover: null },
]

faker.seed(20)

// Words are popped from a shuffled list, so that no word is used twice.
const shuffleWords = (list) => faker.helpers.shuffle(list.split(' '))
const moods = shuffleWords(
  'Amber Borrowed Crooked Distant Gentle Hollow Idle Muted Northbound Patient Restless Salted Unlit',
)
const things = shuffleWords(
  'Antenna Balcony Compass Ferry Harbour Lantern Lighthouse Orchard Postcard Quarry Signal Tide',
)
const places = shuffleWords('Alderwick Brackwater Fennimore Larkmoor Ostley Penhollow Tamarind Wexcombe')
const groups = shuffleWords('Assembly Cartographers Choir Ensemble Foxes Parade Sleepers')
const titles = faker.helpers.shuffle([
  ...Array(6).fill(() => `${moods.pop()} ${things.pop()}`),
  () => `Leaving ${places.pop()}`,
  () => `Letters to ${faker.person.firstName()}`,
  () => `A ${things.pop()} for ${faker.person.firstName()}`,
  () => `What the ${things.pop()} Said`,
  () => `${faker.date.weekday()}, ${moods.pop()}`,
  () => `No ${things.pop()} After ${faker.date.month()}`,
])
const person = () => `${faker.person.firstName()} ${faker.person.lastName()}`
const band = () => `${places.pop()} ${groups.pop()}`
const artist = () => faker.helpers.arrayElement([person, band])()
const title = () => titles.pop()()
const labels = ['Saltbrook Recordings', 'Saltbrook Recordings', 'Copper Wren Records', 'Ninth Pier Audio']

const pad = (number, width = 2) => String(number).padStart(width, '0')
const slug = (text) => faker.helpers.slugify(text).toLowerCase()

function upc(number) {
  const digits = `8599${pad(number, 7)}`
  const sum = [...digits].reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

function asset(type, number, name, extension, size) {
  const id = `ast_seed_${type}_${pad(number)}`
  return {
    id,
    type,
    filename: `${slug(name)}.${extension}`,
    content_type: { wav: 'audio/wav', flac: 'audio/flac', jpg: 'image/jpeg', png: 'image/png' }[extension],
    size_bytes: size,
    checksum_sha256: createHash('sha256').update(id).digest('hex'),
    hours_before_start: 1400 - number * 4 - (type === 'artwork' ? 2 : 0),
  }
}

function audio(number, name) {
  const extension = faker.helpers.arrayElement(['wav', 'wav', 'flac'])
  const wavSize = 44 + faker.number.int({ min: 150, max: 290 }) * 176_400 // seconds of 44.1 kHz, 16 bit, stereo
  const ratio = faker.number.float({ min: 0.52, max: 0.68 })
  return asset('audio', number, name, extension, extension === 'wav' ? wavSize : Math.round(wavSize * ratio))
}

function artwork(number, name) {
  const extension = faker.helpers.arrayElement(['jpg', 'jpg', 'png'])
  return asset('artwork', number, `${name} cover`, extension, faker.number.int({ min: 900_000, max: 6_500_000 }))
}

const [audios, artworks, releases, tracks] = [[], [], [], []]
for (const [index, { status, days, hours, trackCount, cover, guest, codes, remixOf }] of plan.entries()) {
  const original = remixOf && releases[remixOf - 1]
  const artists = [{ name: original ? original.artists[0].name : artist(), role: 'main' }]
  if (guest) artists.push({ name: person(), role: guest })
  const release = {
    id: `rel_seed_${pad(index + 1)}`,
    title: original ? `${original.title} (${artists[1].name} Remix)` : title(),
    artists,
    days_to_release: days,
    label: original ? original.label : faker.helpers.arrayElement(labels),
    upc: upc(index + 1),
    territories: (codes ?? 'WORLD').split(' '),
    status,
    artwork_asset_id: cover && `ast_seed_artwork_${pad(cover)}`,
    hours_before_start: hours,
  }
  releases.push(release)
  if (cover > artworks.length) artworks.push(artwork(cover, release.title))
  for (let number = 1; number <= trackCount; number++) {
    const name = number === 1 ? release.title : title() // the first one is the title track
    audios.push(audio(audios.length + 1, name))
    tracks.push({
      id: `trk_seed_${pad(tracks.length + 1)}`,
      release_id: release.id,
      title: name,
      isrc: `QZ-S0D-24-${pad(tracks.length + 1, 5)}`,
      audio_asset_id: audios.at(-1).id,
      territory: release.territories,
      track_number: number,
      hours_before_start: hours - number,
    })
  }
}
audios.push(audio(12, `${title()} rough mix`))

const file = new Document({ assets: [...audios, ...artworks], releases, tracks }, { aliasDuplicateObjects: false })
file.commentBefore = ' Generated by scripts/generate-catalogue.mjs (change the script, not this file).'
visit(file, {
  Pair(_, { key, value }) {
    if (['artists', 'territories', 'territory'].includes(key.value)) value.flow = true
    if (['releases', 'tracks'].includes(key.value)) key.spaceBefore = true
  },
})
const text = file.toString({ singleQuote: true, lineWidth: 120, flowCollectionPadding: false })

if (!process.argv.includes('--check')) {
  writeFileSync(target, text)
} else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  console.error('seeds/catalogue.yaml is not what this script makes: run node scripts/generate-catalogue.mjs')
  process.exit(1)
}
