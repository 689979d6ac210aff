import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'

/** Longest wait for a pause of the browser, in ms. */
const PATIENCE = 1500

/**
 * What is heavy to fetch and to draw, mounted when its place comes into view and the browser has nothing more urgent to do: what stands around it is
 * seen and answers first. `height` (px) keeps its place.
 */
export function LaterPanel({ height, children }: { height: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    let pause = 0
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      pause = requestIdleCallback(() => setWanted(true), { timeout: PATIENCE })
    })
    seen.observe(box.current!)
    return () => {
      seen.disconnect()
      cancelIdleCallback(pause)
    }
  }, [])
  return (
    <div ref={box} style={{ minHeight: height }}>
      {wanted && <Suspense fallback={null}>{children}</Suspense>}
    </div>
  )
}
