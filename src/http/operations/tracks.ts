import { bulkTrackPrefix, singleTrackPrefix, trackChangeIssues, trackInputIssues } from '../../core/catalogue/tracks.js'
import { findTrack, isVisible } from '../../core/catalogue/visibility.js'
import { refuse } from '../../core/primitives/result.js'
import { paginateTable } from '../pagination/paginate.js'
import type { V1Operations } from '../pipeline/exchange.js'

type TrackOperations = 'createTrack' | 'createTracks' | 'listTracks' | 'getTrack' | 'updateTrack'

export const trackOperations: Pick<V1Operations, TrackOperations> = {
  createTrack: {
    findIssues: (state, body) => trackInputIssues(state, [body], singleTrackPrefix),
    run({ world, body }) {
      const created = world.execute({ type: 'create-track', input: body })
      return created.ok ? { status: 201, body: created.value[0] } : created
    },
  },

  createTracks: {
    findIssues: (state, { tracks }) => (Array.isArray(tracks) ? trackInputIssues(state, tracks, bulkTrackPrefix) : []),
    run({ world, body }) {
      const created = world.execute({ type: 'create-tracks', inputs: body.tracks })
      return created.ok ? { status: 201, body: { data: created.value } } : created
    },
  },

  listTracks: {
    run({ world: { state }, query }) {
      const filter = query.release_id === undefined ? {} : { release_id: query.release_id }
      return paginateTable(state, 'tracks', state.tracks, filter, query, undefined, ({ release_id }) =>
        isVisible(state, release_id),
      )
    },
  },

  getTrack: {
    run({ world, path }) {
      const track = findTrack(world.state, path.track_id)
      return track
        ? { status: 200, body: track, rowsIn: 'body' }
        : refuse('not_found', { message: `There is no track ${path.track_id}.` })
    },
  },

  updateTrack: {
    findIssues: (state, body, path) => trackChangeIssues(state, path.track_id, body),
    run({ world, path, body }) {
      const updated = world.execute({ type: 'update-track', id: path.track_id, changes: body })
      return updated.ok ? { status: 200, body: updated.value } : updated
    },
  },
}
