import { Typography } from 'antd'
import { lazy, Suspense } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import type { Asking } from './asking.web.ts'
import type { OpenBy } from './form-draft.ts'
import type { KeptState } from './keeper.ts'
import { presentWords } from './present-words.ts'
import { frameWords as words } from './words.ts'

const Conflict = lazy(() => import('./Conflict.web.tsx'))

/** What stands beside the buttons of a form: whether what is typed is kept, and who else has the record open. */
export default function KeptLine({ state, asking, others }: { state: KeptState; asking: Asking | undefined; others: readonly OpenBy[] }) {
  const { say } = useSay()
  const { at, isPending, unkept, isAside } = state
  return (
    <>
      {others.length > 0 && (
        <Typography.Text type="warning" aria-live="polite" data-kind="present">
          {say(presentWords(others))}
        </Typography.Text>
      )}{' '}
      <Typography.Text type={unkept ? 'danger' : 'secondary'} aria-live="polite" data-kind="kept">
        {unkept ? say(isAside ? words.unkeptAside(unkept) : words.unkept(unkept)) : isPending ? say(words.keeping) : at ? say(words.keptAt(at)) : ''}
      </Typography.Text>
      {asking && (
        <Suspense fallback={null}>
          <Conflict {...asking} />
        </Suspense>
      )}
    </>
  )
}
