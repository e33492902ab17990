import { EmptyState, FailureState } from '../../components/empty-state.js'
import { filters, hrefOf, navigate, parts } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import { useResource } from '../../data/use-resource.js'
import { DetailPane } from '../../list/detail-pane.js'
import { FilterBar, TextFilter } from '../../list/filter-bar.js'
import { VirtualList } from '../../list/virtual-list.js'
import { countText, visibleText } from '../../text/format.js'
import type { Screen } from '../screen.js'
import { GuideContent } from './guide-content.js'
import { loadGuide, loadGuideLinks, type SearchResult, searchSections } from './load-guides.js'

interface Row {
  key: string
  parts: readonly string[]
  title: string
  text: string
}

const toRow = ({ guide, anchor, title, snippet }: SearchResult): Row => ({
  key: anchor === undefined ? guide : `${guide}/${anchor}`,
  parts: anchor === undefined ? [guide] : [guide, anchor],
  title: anchor === undefined ? title : `${title} (${guide})`,
  text: snippet,
})

/** All guides are searched, so the first search loads all of them. */
async function loadRows(query: string): Promise<Row[]> {
  const links = await loadGuideLinks()
  if (query.trim() === '')
    return links.map(({ name, description }) => ({ key: name, parts: [name], title: name, text: description }))
  const all = await Promise.all(links.map(({ name }) => loadGuide(name)))
  return searchSections(
    all.flatMap(({ sections }) => sections),
    query,
  ).map(toRow)
}

function Guides() {
  const { q = '' } = filters.value
  const [name, section] = parts.value
  const resource = useResource(`guides ${q}`, () => loadRows(q))
  const { data, error } = resource.value
  if (error && !data) return <FailureState error={error} onRetry={resource.refresh} />
  const selected = data?.find(({ key }) => key === [name, section].filter(Boolean).join('/'))?.key ?? name
  return (
    <div class="split guides" data-open={name !== undefined}>
      <div class="split-list">
        <FilterBar label="Search the guides">
          <TextFilter name="q" label="Search" placeholder="Search all guides" />
          <a href={`${settings.root}/docs`}>API reference</a>
          <a href={`${settings.root}/_sandbox/docs`}>Control plane reference</a>
          {q && data && (
            <span class="muted count" role="status">
              {countText(data.length, 'section')}
            </span>
          )}
        </FilterBar>
        {data?.length === 0 ? (
          <EmptyState title="No section has all of these words" />
        ) : (
          <VirtualList
            items={data ?? []}
            label={q ? 'Sections that match' : 'Guides'}
            rowHeight={48}
            keyOf={({ key }) => key}
            hrefOf={(row) => hrefOf({ parts: row.parts, filters: filters.value })}
            renderRow={({ title, text }) => (
              <span class="what guides-row">
                <strong>{title}</strong>
                <span class="muted">{text}</span>
              </span>
            )}
            selected={selected}
          />
        )}
      </div>
      {name !== undefined && <GuideDetail name={name} />}
    </div>
  )
}

function GuideDetail({ name }: { name: string }) {
  const resource = useResource(`guide ${name}`, () => loadGuide(name))
  const { data, error } = resource.value
  const close = () => navigate(hrefOf({ filters: filters.peek() }))
  return (
    <DetailPane id={name} title={data?.title ?? visibleText(name)} onClose={close}>
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && <GuideContent guide={data} />}
    </DetailPane>
  )
}

export const guidesScreen: Screen = { name: 'guides', title: 'Guides', component: Guides }
