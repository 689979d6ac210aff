import { useCallback, useRef } from 'react'

/** One function for the whole life of a component, which does what `run` of its last drawing does: what is handed it needs no drawing anew because it is another. For handlers only. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const last = useRef(run)
  last.current = run
  return useCallback((...args: A) => last.current(...args), [])
}
