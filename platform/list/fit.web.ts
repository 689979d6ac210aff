import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'

/** Heights beside the rows: of the head and of the foot, px (list.css). */
const AROUND = 34 + 40
const FEWEST = 10
const MOST = 100
/** How long a window must keep its size before the page of a list follows it, ms. */
const CALM = 300

/** How many rows of this height fit the box of a list; undefined until it stands. A window that changes its size is measured anew. */
export function useFit(rowHeight: number): [RefObject<HTMLDivElement | null>, number | undefined] {
  const box = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState<number>()
  const measure = () => {
    const height = box.current?.clientHeight ?? 0
    setRows(Math.min(MOST, Math.max(FEWEST, Math.floor((height - AROUND) / rowHeight))))
  }
  useLayoutEffect(measure, [rowHeight])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, CALM)
    }
    window.addEventListener('resize', later)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', later)
    }
  }, [rowHeight])
  return [box, rows]
}

/** Whether the window is at least so wide, px. */
export function useRoomFor(width: number): boolean {
  const [query] = useState(() => window.matchMedia(`(min-width: ${width}px)`))
  return useSyncExternalStore(
    (again) => {
      query.addEventListener('change', again)
      return () => query.removeEventListener('change', again)
    },
    () => query.matches,
  )
}
