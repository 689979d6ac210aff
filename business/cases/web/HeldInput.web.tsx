import { createContext, useContext, useRef, useState, type ReactNode } from 'react'

/** Runs a handler of something that is typed: the page of the case follows when the typing pauses. Outside a case it is drawn at once. */
export const TypingContext = createContext<(run: () => void) => void>((run) => run())
const plain = (v: unknown) => (v === undefined || v === null ? '' : String(v))

interface Held {
  value: any
  onChange(v: unknown): void
  onBlur(): void
}
interface HeldInputProps {
  /** what the form has, as it is drawn */
  value: unknown
  onType(v: unknown): void
  /** the input, with what it shows and tells */
  children(held: Held): ReactNode
}
/**
 * An input of a table or list that holds what is typed until it is left: what it stands in is drawn when the typing pauses (docs/adr/0034), and nothing that was typed
 * meanwhile is overwritten by what is drawn. What others put there is shown.
 */
export function HeldInput({ value, onType, children }: HeldInputProps) {
  const whileTyping = useContext(TypingContext)
  const [own, setOwn] = useState<{ text: unknown }>()
  /** what stood there when the typing began, and what was told since */
  const told = useRef<Set<string>>(undefined)
  const isOwn = own && told.current?.has(plain(value))
  return children({
    value: isOwn ? own.text : (value ?? undefined),
    onChange: (v) => {
      told.current = (isOwn && told.current) || new Set([plain(value)])
      told.current.add(plain(v))
      setOwn({ text: v })
      whileTyping(() => onType(v))
    },
    onBlur: () => setOwn(undefined),
  })
}
