import { useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './cover.css'

/** Stands over the whole window. What is below stays as it is, forms and all, and is neither seen nor reached. */
export function Cover({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const below = [...document.body.children].filter((e) => !e.classList.contains('cover'))
    below.forEach((e) => e.setAttribute('inert', ''))
    document.body.classList.add('covered')
    return () => {
      below.forEach((e) => e.removeAttribute('inert'))
      document.body.classList.remove('covered')
    }
  }, [])
  return createPortal(<div className="cover">{children}</div>, document.body)
}
