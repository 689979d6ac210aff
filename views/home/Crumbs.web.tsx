import { Breadcrumb } from 'antd'
import type { KeyboardEvent } from 'react'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from './home.ts'
import { viewWords } from './view-words.ts'

/** Where the start stands: the way down from the reader's own region, shared by all tabs. */
export interface Way {
  path: readonly { code: string; name: string }[]
  setPath(path: Way['path']): void
}
/** The way down as a breadcrumb; each place above leads back to it. */
export function Crumbs({ path, setPath }: Way) {
  const { say } = useSay()
  const { user } = useSession()
  const crumbs = [{ code: '', name: user?.dept_name || say(words.all) }, ...path]
  const back = (i: number) => () => setPath(path.slice(0, i))
  return (
    <Breadcrumb
      aria-label={say(viewWords.place)}
      items={crumbs.map((c, i) => ({
        key: c.code,
        title:
          i === crumbs.length - 1 ? (
            c.name
          ) : (
            <a role="button" tabIndex={0} onClick={back(i)} onKeyDown={onKey(back(i))}>
              {c.name}
            </a>
          ),
      }))}
    />
  )
}

/** Keys that press what looks like a link and leads nowhere else. */
const onKey = (run: () => void) => (e: KeyboardEvent) => {
  if (e.key !== 'Enter' && e.key !== ' ') return
  e.preventDefault()
  run()
}
