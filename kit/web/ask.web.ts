import { App } from 'antd'
import type { Text } from '../model/lang.ts'
import { phrases } from './phrases.ts'
import { useSay } from './words.web.ts'

/** Asks a yes-or-no question; resolves to the answer. Needs antd's App around. */
export function useAsk(): (question: Text, danger?: boolean) => Promise<boolean> {
  const { modal } = App.useApp()
  const { say } = useSay()
  return (question, danger = false) =>
    new Promise((resolve) => {
      modal.confirm({
        title: say(phrases.hint),
        content: say(question),
        okText: say(phrases.ok),
        cancelText: say(phrases.cancel),
        okButtonProps: { danger },
        mask: { closable: false },
        keyboard: false,
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
}
