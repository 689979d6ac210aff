import { App, Button, Flex, Modal, type ModalProps } from 'antd'
import { useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { Text } from '../model/lang.ts'
import { phrases } from './phrases.ts'
import { useUnsaved } from './session.web.ts'
import { useAsk } from './ask.web.ts'
import { useSay } from './words.web.ts'

/** A dialog begins near the top; what is higher than the window scrolls inside it, so that its buttons (`footer`) are always seen. */
const TOP = 32
const FITTING = { body: { maxHeight: `calc(100vh - ${2 * TOP + 116}px)`, overflow: 'auto' } } as const
/** Of the window, by its width: a telephone has room for nothing beside. */
const WIDTHS = { xs: '96%', sm: '80%', lg: '60%' }
interface DialogProps extends ModalProps {
  /** Escape closes it: it only shows something, and nothing could be lost */
  shows?: boolean
}
/** A modal that neither an outside click nor Escape closes, but for one that only shows. Its content is forgotten when it closes. Source: platform.md, screens.md. */
export function Dialog({ shows = false, ...props }: DialogProps) {
  return <Modal width={WIDTHS} footer={null} destroyOnHidden style={{ top: TOP }} styles={FITTING} {...props} mask={{ closable: false }} keyboard={shows} />
}
interface FootProps {
  onCancel(): void
  /** while something is on its way */
  disabled?: boolean
  /** what the way out is called; cancel unless given */
  cancel?: Text
  /** stands at the left of the buttons, such as what is chosen */
  note?: ReactNode
  style?: CSSProperties
  /** the acts, the main one last */
  children?: ReactNode
}
/** The buttons of a dialog in the one order of the product, that of its questions too: the way out first, the main act at the right. */
export function Foot({ onCancel, disabled = false, cancel = phrases.cancel, note, style, children }: FootProps) {
  const { say } = useSay()
  return (
    <Flex justify="end" align="center" gap="small" style={style}>
      {note}
      <Button disabled={disabled} onClick={onCancel}>
        {say(cancel)}
      </Button>
      {children}
    </Flex>
  )
}

/** Toasts in the reader's language: `done` for success, `failed` shows a caught error's own words. */
export function useToast() {
  const { message } = App.useApp()
  const { say } = useSay()
  return {
    done: (text: Text = phrases.done) => void message.success(say(text)),
    warn: (text: Text) => void message.warning(say(text)),
    failed: (error: unknown) => void message.error(error instanceof Error && error.message ? error.message : say(phrases.loadFailed)),
  }
}

export interface Guard {
  /** tells whether something would be lost now */
  set(dirty: boolean): void
  /** whether something would be lost now */
  isDirty(): boolean
  /** true when nothing would be lost or the person agrees to lose it */
  leave(): Promise<boolean>
  /** is told when the person has agreed to lose it; answers how to stop */
  onLost(told: () => void): () => void
}
/** Guards unsaved work: the shell asks before it closes the tab or the window, a dialog asks with `leave` before it closes. */
export function useGuard(): Guard {
  const [dirty, setDirty] = useState(false)
  // a form that has just been saved closes in the same breath, before the state is seen
  const now = useRef(false)
  const ask = useAsk()
  const losers = useRef(new Set<() => void>()).current
  useUnsaved(dirty)
  const set = (v: boolean) => {
    now.current = v
    setDirty(v)
  }
  return {
    set,
    isDirty: () => now.current,
    onLost: (told) => {
      losers.add(told)
      return () => void losers.delete(told)
    },
    leave: async () => {
      if (now.current) {
        if (!(await ask(phrases.unsaved))) return false
        for (const told of losers) told()
      }
      set(false)
      return true
    },
  }
}
