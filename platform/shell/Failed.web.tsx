import { useEffect } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { noteFault } from './faults.web.ts'
import { frameWords as words } from './words.ts'

/** What browsers say when a file of the program did not arrive. */
const CHUNK = /dynamically imported module|Importing a module script failed|Unable to preload|ChunkLoadError/i
/** Whether a fault is a page file that did not arrive, and not a fault of the page itself. */
export const isChunkFault = (e: unknown): boolean => e instanceof Error && CHUNK.test(`${e.name} ${e.message}`)

/** In the place of what could not be loaded: why, and the way to try again. Plain HTML, since antd's own files may be what is missing. */
export function Failed({ error, late = false }: { error?: unknown; late?: boolean }) {
  const { say } = useSay()
  useEffect(() => {
    // a thrown fault is noted by React's own hook
    if (late) noteFault('chunk', new Error('ChunkLoadError: a page did not arrive within 120 s'))
  }, [late])
  const chunk = late || isChunkFault(error)
  return (
    <div className="page-failed" role="alert">
      <h2>{say(words.chunk)}</h2>
      <p>{late ? say(words.chunkLate) : chunk ? say(words.chunkWhy) : say(words.chunk)}</p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          {say(words.retry)}
        </button>{' '}
        <a href="/">{say(words.toHome)}</a>
      </p>
    </div>
  )
}
