import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Spin } from 'antd'
import { both, type Text } from '../../kit/model/lang.ts'
import { padRegion } from '../../kit/model/region-code.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand, type Selection, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { cbf } from '../definitions/cbf.ts'
import { landFormCommand, landFormTool } from '../parts/land-forms.web.ts'
import { ListPicker, usePickerList } from '../parts/ListPicker.web.tsx'
import { CbfForm, type CbfTab } from './CbfForm.web.tsx'
import { CbfRecord } from './CbfRecord.web.tsx'
import { HouseholdPapers } from './HouseholdPapers.web.tsx'
import { HouseholdTree } from './HouseholdTree.web.tsx'
import { PapersPage } from './PapersPage.web.tsx'
import { PlansPage } from './PlansPage.web.tsx'
import { TagsDialog, TagsOf } from './Tags.web.tsx'
import { FREE_FIELDS } from '../register/acts/free.ts'
import { words } from './words.ts'
import { arranged, useIssuerColumn, useOwnColumns, useTermColumn } from '../parts/columns.web.tsx'

const HeadsPage = lazy(() => import('./HeadsPage.web.tsx'))
const FIRST = { yhzgx: '02', cyzjlx: '1', sfgyr: '1', cybz: '0' }
/** People know a household by its name; its issuer stands there by name too. */
const FIRST_COLUMNS = ['cbfmc', 'cbfbm', 'fbfmc', 'cbfcysl', 'cbdkzs', 'htzmjm', 'term', 'djzt', 'lxdh', 'tags'] as const
const TOLD_ELSEWHERE = ['fbfbm', 'cbqxq', 'cbqxz'] as const
/** Forms of one household, and all of them for the chosen ones or a region. */
const OF_HOUSEHOLD = ['location', 'real-estate'] as const
const ALL_FORMS = ['members', 'signing', 'posted-map', 'location', 'real-estate'] as const
const LISTS = { list: words.list, unsigned: words.unsigned, papers: words.papers, plans: words.plans, heads: words.heads } as const
const CHOICES = [
  { value: '1', label: words.yes },
  { value: '2', label: words.no },
] as const
const FILTERS = {
  hasContract: { label: words.hasContract, choices: CHOICES, missing: { value: '2', label: words.noContract } },
  hasCertificate: { label: words.hasCertificate, choices: CHOICES, missing: { value: '2', label: words.noCertificate } },
} as const

interface CbfPageProps {
  /** what else can be done with a row */
  more?: readonly RowCommand[]
  /** what the form shows beside its own */
  tabs?: readonly CbfTab[]
  /** the list of those whose contract is not signed, which a room above has */
  unsigned?: ReactNode
}
/** Contractors, those who have not signed, their papers and the plans of collecting them. Source: screens.md B2. */
export default function CbfPage({ more = [], tabs = [], unsigned }: CbfPageProps) {
  const list = usePickerList(LISTS)
  return (
    <>
      {list === 'list' ? <Contractors more={more} tabs={tabs} /> : <ListPicker lists={LISTS} />}
      {list === 'unsigned' && unsigned}
      {list === 'papers' && <PapersPage />}
      {list === 'plans' && <PlansPage />}
      {list === 'heads' && (
        <Suspense fallback={<Spin />}>
          <HeadsPage />
        </Suspense>
      )}
    </>
  )
}

function Contractors({ more, tabs }: { more: readonly RowCommand[]; tabs: readonly CbfTab[] }) {
  const { say } = useSay()
  const { search } = usePageState()
  const openPage = useOpenPage()
  const [papers, setPapers] = useState<string>()
  const [family, setFamily] = useState<AnyRow>()
  const [tagging, setTagging] = useState<Selection>()
  const known = useDict('household_tag').choices
  const tags = { tag: { label: words.tag, choices: known.map((c) => ({ value: c.value, label: both(c.label, c.label) })) } }
  const setTags: ToolCommand = {
    key: 'tags',
    label: words.tags,
    perm: 'cbf_edit',
    needsRows: true,
    run: (chosen) => setTagging({ rows: chosen }),
    runAll: (question) => setTagging({ rows: [], question }),
  }
  const { row, tool } = defaultCommands(cbf)
  const fresh = ({ filters }: { filters: Record<string, string> }) => ({
    jtcyList: [FIRST],
    ...((filters.regionCode ?? '').length >= 9 ? { fbfbm: padRegion(filters.regionCode!) } : {}),
  })
  const go = (key: string, label: Text, perm: string, to: string, query: (r: AnyRow) => Record<string, string>): RowCommand => ({
    key,
    label,
    perm,
    run: (r) => openPage(to, query(r)),
  })
  const form = (key: string, label: Text, path: string): RowCommand => ({
    key,
    label,
    perm: 'print_view',
    run: (r) => download(`base-qssj/cbf/${path}/download`, { cbfbms: r.cbfbm }),
  })
  /** Of the chosen contractors, else of the region at the left. */
  const forms = (key: string, label: Text, path: string): ToolCommand => ({
    key,
    label,
    perm: 'print_view',
    when: (rows) => (rows.length > 0 || search.regionCode ? true : words.noRegion),
    run: (rows) =>
      download(`base-qssj/cbf/${path}/download`, rows.length > 0 ? { cbfbms: rows.map((r) => String(r.cbfbm)).join(',') } : { regionCode: search.regionCode! }),
  })
  const commands: RowCommand[] = [
    { key: 'papers', label: words.attachments, perm: 'attach_view', run: (r) => setPapers(r.id) },
    form('survey', words.survey, 'survey-table'),
    form('posting', words.posting, 'publicity-survey'),
    form('apply', words.apply, 'contract-apply'),
    ...OF_HOUSEHOLD.map((form) => landFormCommand(form)),
    { key: 'tags', label: words.tags, perm: 'cbf_edit', run: (r) => setTagging({ rows: [r] }) },
    { key: 'family', label: words.family, perm: 'djb_view', run: setFamily },
    go('parcels', words.parcels, 'dk_view', '/land/dk', (r) => ({ cbfbm: String(r.cbfbm) })),
    go('contracts', words.contracts, 'cbht_view', '/registry/cbht', (r) => ({ cbfbm: String(r.cbfbm) })),
    go('map', words.map, 'map_view', '/map/index', (r) => ({ regionCode: String(r.regionCode) })),
  ]
  const own = useOwnColumns(cbf)
  const issuer = useIssuerColumn()
  const term = useTermColumn()
  const tagsOf = { key: 'tags', title: say(words.tag), width: 160, render: (_: unknown, r: AnyRow) => <TagsOf row={r} /> }
  const columns = arranged([...own, issuer, term, tagsOf], FIRST_COLUMNS, TOLD_ELSEWHERE)
  return (
    <>
      <ResourcePage
        of={cbf}
        heading={<ListPicker lists={LISTS} />}
        choices={{ ...FILTERS, ...tags }}
        writes="save-update"
        panel="drawer"
        batch={FREE_FIELDS.cbf!}
        columns={columns}
        toolCommands={[
          tool.add,
          tool.delete,
          setTags,
          forms('surveys', words.surveysOf, 'survey-table'),
          forms('postings', words.postingsOf, 'publicity-survey'),
          forms('applications', words.applicationsOf, 'contract-apply'),
          ...ALL_FORMS.map((form) => landFormTool(form, search.regionCode, words.noRegion)),
        ]}
        rowCommands={[row.view, ...more, row.edit, ...commands, row.delete]}
        fresh={fresh}
        record={(p) => <CbfRecord {...p} tabs={tabs} />}
        form={(p) => <CbfForm {...p} tabs={tabs} />}
      />
      {papers && <HouseholdPapers id={papers} onClose={() => setPapers(undefined)} />}
      {tagging && <TagsDialog on={tagging} onClose={() => setTagging(undefined)} />}
      {family && <HouseholdTree cbfbm={String(family.cbfbm)} name={String(family.cbfmc)} onClose={() => setFamily(undefined)} />}
    </>
  )
}
