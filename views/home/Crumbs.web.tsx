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
  return (
    <nav aria-label={say(viewWords.place)}>
      <ol className="home-crumbs">
        {crumbs.map((c, i) => (
          <li key={c.code}>
            {i === crumbs.length - 1 ? (
              <span aria-current="location">{c.name}</span>
            ) : (
              <button type="button" onClick={() => setPath(path.slice(0, i))}>
                {c.name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
