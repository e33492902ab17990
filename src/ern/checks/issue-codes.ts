export type Severity = 'error' | 'warning'

/** The status that an acknowledgement reports for an error. */
export type AcknowledgedStatus =
  | 'MetadataMissing'
  | 'NewReleaseMessageInvalid'
  | 'IdentifierSyntaxInvalid'
  | 'IdentifierInvalid'
  | 'PrimaryArtistNameMissing'
  | 'UserDefined'

interface IssueCodeEntry {
  severity: Severity
  /** Only of errors. */
  acknowledgedAs?: AcknowledgedStatus
  /** Whether only the state of a sandbox can show the problem: the catalogue, its orders, its stores. */
  needsWorld?: true
  remedy: string
}

const error = (acknowledgedAs: AcknowledgedStatus, remedy: string) =>
  ({ severity: 'error', acknowledgedAs, remedy }) as const
const warning = (remedy: string) => ({ severity: 'warning', remedy }) as const
const needsWorld = { needsWorld: true } as const

/** Every code of an issue, with what the sender can do about it. */
export const ISSUE_CODES = {
  attribute_missing: error('NewReleaseMessageInvalid', 'Add the attribute to the root.'),
  attribute_unexpected: error('NewReleaseMessageInvalid', 'Remove the attribute: this version does not have it.'),
  children_qualified: error(
    'NewReleaseMessageInvalid',
    'Declare the ERN namespace with a prefix, and use the prefix for the root only.',
  ),
  element_missing: error('MetadataMissing', 'Add the element.'),
  element_order: error('NewReleaseMessageInvalid', 'Move the element to its place in the sequence.'),
  element_repeated: error('NewReleaseMessageInvalid', 'Keep one of the elements.'),
  element_unexpected: error('NewReleaseMessageInvalid', 'Remove the element, or correct its name.'),
  reference_dangling: error('NewReleaseMessageInvalid', 'Refer to a party, resource or release of the message.'),
  reference_duplicate: error(
    'NewReleaseMessageInvalid',
    'Give every party, resource and release a reference of its own.',
  ),
  value_invalid: error('NewReleaseMessageInvalid', 'Correct the value.'),
  schema: error('NewReleaseMessageInvalid', 'Correct what the schema does not allow.'),

  grid_invalid: error('IdentifierSyntaxInvalid', 'Send the GRid as issued: 18 characters that start with A1.'),
  icpn_invalid: error(
    'IdentifierSyntaxInvalid',
    'Send the UPC or EAN as issued: 8, 12, 13 or 14 digits, the last one a check digit.',
  ),
  isrc_invalid: error('IdentifierSyntaxInvalid', 'Send the ISRC as issued, such as QZK3V2600001.'),
  isrc_duplicate: error('IdentifierInvalid', 'Give every track its own ISRC.'),
  release_id_missing: error('MetadataMissing', 'Add a GRid, an ICPN or a ProprietaryId to ReleaseId.'),

  main_release_missing: error('MetadataMissing', 'Add a Release, or one TrackRelease with IsMainRelease="true".'),
  main_artist_missing: error('PrimaryArtistNameMissing', 'Add a DisplayArtist with the role MainArtist.'),
  party_name_missing: error('PrimaryArtistNameMissing', 'Add PartyName with FullName to the Party.'),
  release_date_missing: error('MetadataMissing', 'Add ReleaseDate, or a deal with a StartDate.'),
  release_type_unsupported: error('UserDefined', 'Send audio releases only.'),
  no_sound_recording: error('UserDefined', 'Refer to at least one SoundRecording in ResourceGroup.'),
  territory_not_supported: error(
    'UserDefined',
    'Add a deal for a territory that the network supports and the organization has a licence for.',
  ),

  release_unknown: {
    ...error('IdentifierInvalid', 'Use an identifier of an earlier message about the release.'),
    ...needsWorld,
  },
  identifier_conflict: {
    ...error('IdentifierInvalid', 'Use identifiers that belong to one release only.'),
    ...needsWorld,
  },
  sender_mismatch: {
    ...error('IdentifierInvalid', 'Send the message as the sender of the earlier ones.'),
    ...needsWorld,
  },
  tracks_locked: { ...error('UserDefined', 'Send the same tracks, or take the release down first.'), ...needsWorld },
  duplicate_submission: { ...error('UserDefined', 'Change the UPC, the label or the release date.'), ...needsWorld },

  scenario: {
    ...error('UserDefined', 'Nothing: the scenario rejects the message. Choose another scenario, or send it again.'),
    ...needsWorld,
  },

  encoding_not_utf8: warning('Send UTF-8.'),
  dpid_invalid: warning('Send the party id that DDEX assigned: 18 characters that start with PADPIDA.'),
  recipient_unknown: warning('Address the message to the party id of the service.'),
  timezone_missing: warning('Add Z or an offset. Without one, the time is read as UTC.'),
  created_in_future: warning('Check the clock of the sending system.'),
  avs_version_unknown: warning('Send the number of the version of the allowed value sets, such as 9.'),
  deprecated_value: warning('Use the value that replaced it.'),
  identifier_normalized: warning('Send identifiers in upper case, without hyphens and spaces.'),
  variant_chosen: warning('Mark one variant with IsDefault="true". The API has one value.'),

  role_ignored: warning(
    'Nothing, unless the artist should be shown. Shown are MainArtist, FeaturedArtist, Composer, and Remixer and Producer as UserDefined.',
  ),
  upc_assigned: warning('Send a UPC as ICPN, if the release has one.'),
  icpn_padded: warning('Send the UPC with 12 digits or the EAN with 13.'),
  release_date_partial: warning('Send the whole date.'),
  release_date_from_deal: warning('Add ReleaseDate.'),
  release_date_from_original: warning('Add ReleaseDate.'),
  original_date_later: warning('Correct OriginalReleaseDate or ReleaseDate.'),
  cover_missing: warning('Add an Image of the type FrontCoverImage.'),

  discs_flattened: warning('Nothing: the tracks of all groups are numbered in sequence.'),
  resource_ignored: warning('Nothing: the API carries the recordings in ResourceGroup and the front cover.'),
  recording_repeated: warning('Refer to each recording once.'),
  edition_ignored: warning('Nothing: the API carries the first non-immersive edition.'),
  isrc_assigned: warning('Send the ISRC of the recording, if it has one.'),
  file_missing: warning('Add a File with a URI, or upload the file and link it over the API.'),
  format_unsupported: warning('Send WAV or FLAC for audio, JPEG or PNG for images.'),

  no_deal: warning('Add a deal to distribute the release. Without one, it stays a draft or is taken down.'),
  deal_ignored: warning('Nothing, if the deal has ended. Otherwise add DealTerms with a stream or download UseType.'),
  use_type_missing: warning('Add UseType.'),
  territory_missing: warning('Add TerritoryCode. Without one, the deal is worldwide.'),
  territories_dropped: warning('Nothing, unless the territories matter: see GET /v1/stores/territories.'),
  channel_unknown: warning('Address stores by PartyId/ProprietaryId with the party id of the service as Namespace.'),
  track_without_deal: warning(
    'Add a ReleaseDeal for the TrackRelease. Without one, it has the territories of the release.',
  ),

  release_date_passed: { ...warning('Send a date in the future, and the release is submitted.'), ...needsWorld },
  takedown_deferred: { ...warning('Nothing: the takedown follows when the order is complete.'), ...needsWorld },
  store_keeps: { ...warning('Nothing: the store does not support takedowns.'), ...needsWorld },
} as const satisfies Record<string, IssueCodeEntry>

export type IssueCode = keyof typeof ISSUE_CODES

export const severityOf = (code: IssueCode): Severity => ISSUE_CODES[code].severity
