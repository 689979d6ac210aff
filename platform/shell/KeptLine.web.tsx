import { Typography } from 'antd'
import { lazy, Suspense } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import type { Asking } from './asking.web.ts'
import type { OpenBy, unkeptPart } from './form-draft.ts'
import type { KeptState } from './keeper.ts'
import { presentWords } from './present-words.ts'
import { frameWords as words } from './words.ts'

const Conflict = lazy(() => import('./Conflict.web.tsx'))

interface KeptLineProps {
  state: KeptState
  asking: Asking | undefined
  others: readonly OpenBy[]
  /** how much of what was typed no draft holds */
  part: ReturnType<typeof unkeptPart>
}
/** What stands beside the buttons of a form: whether what is typed is kept, and who else has the record open. */
export default function KeptLine({ state, asking, others, part }: KeptLineProps) {
  const { say } = useSay()
  const { at, isPending, unkept, isAside } = state
  const kept = unkept ? (isAside ? words.unkeptAside(unkept) : words.unkept(unkept)) : isPending ? words.keeping : at ? words.keptAt(at) : undefined
  const told = part === 'all' ? [words.keptNothing] : [...(kept ? [kept] : []), ...(kept && part === 'part' ? [words.keptPart] : [])]
  return (
    <>
      {others.length > 0 && (
        <Typography.Text type="warning" aria-live="polite" data-kind="present">
          {say(presentWords(others))}
        </Typography.Text>
      )}{' '}
      <Typography.Text type={unkept ? 'danger' : 'secondary'} aria-live="polite" data-kind="kept">
        {told.map(say).join(say({ zh: '；', en: '; ' }))}
      </Typography.Text>
      {asking && (
        <Suspense fallback={null}>
          <Conflict {...asking} />
        </Suspense>
      )}
    </>
  )
}
