import { useRef, type KeyboardEvent, type ReactNode } from 'react'

interface TabRowProps<K extends string> {
  /** what the row is called */
  label: string
  chosen: K
  onChange(key: K): void
  items: readonly { key: K; label: string }[]
  /** what the chosen tab shows */
  children: ReactNode
}
const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Tabs of the start: a row of words, walked with the arrow keys, of which one shows its content. Those of the library measure, scroll and fold; they are a
 * twentieth of what the first sight would wait for.
 */
export function TabRow<K extends string>({ label, chosen, onChange, items, children }: TabRowProps<K>) {
  const row = useRef<HTMLDivElement>(null)
  const walk = (e: KeyboardEvent) => {
    const step = STEP[e.key]
    if (!step) return
    e.preventDefault()
    const at = (items.findIndex((i) => i.key === chosen) + step + items.length) % items.length
    row.current?.querySelectorAll('button')[at]?.focus()
    onChange(items[at]!.key)
  }
  return (
    <div>
      <div ref={row} className="home-tabs" role="tablist" aria-label={label} onKeyDown={walk}>
        {items.map((i) => (
          <button
            key={i.key}
            type="button"
            role="tab"
            id={`home-tab-${i.key}`}
            aria-controls="home-tab-panel"
            aria-selected={i.key === chosen}
            tabIndex={i.key === chosen ? 0 : -1}
            onClick={() => onChange(i.key)}
          >
            {i.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="home-tab-panel" aria-labelledby={`home-tab-${chosen}`}>
        {children}
      </div>
    </div>
  )
}
