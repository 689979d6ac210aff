import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import type { RecordProps } from '../../platform/list/props.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { RecordHead, type Fact, type StateSign } from '../../platform/record/Head.web.tsx'
import { RecordActs, RecordPage } from '../../platform/record/RecordPage.web.tsx'
import { useRightFacts } from '../cbht/right-facts.web.tsx'
import { words } from '../cbht/words.ts'
import { sumTyped } from '../definitions/area.ts'
import { djb } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { termLeft } from '../parts/record-facts.ts'
import { people, recordPartWords as landWords } from '../parts/record-words.ts'
import { Timeline } from '../parts/Timeline.web.tsx'
import { RestrictionsOf } from '../restriction/RestrictionsOf.web.tsx'
import { words as restrictionWords } from '../restriction/words.ts'
import { BookPaper, type BookPages } from './Book.web.tsx'
import { LifeCycle } from './LifeCycle.web.tsx'
import { useRightSigns } from '../parts/held.web.tsx'

/** A book as it was registered; of a day that is past as of that day. */
function useBook(id: string, asOf?: string) {
  return useQuery({
    queryKey: queryKeyOf('djb', 'book', id, asOf),
    retry: false,
    queryFn: () => api.get<AnyRow & BookPages>('base-qssj/djb/detailById', { id, ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })
}

/** A book as a page: laid out as it is printed, with the graph of its versions. Which tab is open stands in the address. Source: screens.md B6. */
export function DjbRecord(open: RecordProps) {
  const { search, setSearch } = usePageState()
  const read = useBook(open.id, open.asOf)
  const close = () => setSearch({ open: undefined, tab: undefined })
  return (
    <RecordPage {...open} read={read} onClose={close}>
      {(row, isWhole) => (
        <BookPages
          row={row}
          book={isWhole ? (read.data as BookPages) : undefined}
          open={open}
          tab={search.tab ?? 'book'}
          onTab={(tab) => setSearch({ tab: tab === 'book' ? undefined : tab })}
        />
      )}
    </RecordPage>
  )
}

interface BookPagesProps {
  row: AnyRow
  book: BookPages | undefined
  open: RecordProps
  tab: string
  onTab(key: string): void
}
function BookPages({ row, book, open, tab, onTab }: BookPagesProps) {
  const { say } = useSay()
  const { can } = useSession()
  const code = String(row.cbjyqzbm)
  const items = [
    { key: 'book', label: say(words.book), children: book ? <BookPaper book={book} /> : null },
    { key: 'life', label: say(words.lifeCycle), children: <LifeCycle id={row.id} onOpen={(id) => open.onStep(id)} /> },
    ...(can('restriction_view')
      ? [{ key: 'restrictions', label: say(restrictionWords.restrictions), children: <RestrictionsOf code={code} asOf={open.asOf} /> }]
      : []),
    { key: 'history', label: say(landWords.history), children: <Timeline of={djb} code="cbjyqzbm" value={code} /> },
  ]
  return (
    <>
      <BookHead row={row} book={book} open={open} />
      <Tabs activeKey={items.some((x) => x.key === tab) ? tab : 'book'} onChange={onTab} items={items} tabBarGutter={20} />
    </>
  )
}

function BookHead({ row, book, open }: Pick<BookPagesProps, 'row' | 'book' | 'open'>) {
  const { say } = useSay()
  const state = useDict('htqszt')
  const entry = useDict('djlx')
  const isCurrent = row.qszt === QSZT.current
  const term = isCurrent ? termLeft(row.cbqxz, today()) : undefined
  const signs: StateSign[] = [
    { key: 'qszt', text: state.label(row.qszt), tone: isCurrent ? 'success' : 'default' },
    { key: 'version', text: say({ zh: `第 ${row.version} 版`, en: `Version ${row.version}` }) },
    ...useRightSigns(row),
    ...(term ? [{ key: 'term', text: say(term.text), tone: term.tone }] : []),
  ]
  const facts: Fact[] = [
    ...useRightFacts(row, book && sumTyped(book.dkList.map((d) => d.scmjm))),
    { key: 'members', label: say(landWords.membersN), value: say(people(Number(row.cbfcysl ?? 0))) },
    { key: 'entry', label: entry.label(row.djlx) || say(words.registrar), value: [row.djsj, row.dbr].filter(Boolean).join(' · ') || undefined },
  ]
  return (
    <RecordHead
      title={row.cbfmc}
      code={row.cbjyqzbm}
      signs={signs}
      facts={facts}
      acts={
        <RecordActs
          of={open.commands.filter((c) => c.key !== 'life')}
          on={row}
          tools={open.tools}
          main={['print']}
          prints={['contract-book', 'register-survey', 'publicity-confirm', 'cbjyqzsqs', 'real-estate', 'real-estate-a4']}
        />
      }
    />
  )
}
