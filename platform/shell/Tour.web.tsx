import { Button, Tour as Steps } from 'antd'
import { useEffect, useState } from 'react'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { TOURS, tourWords as words, type TourName, type TourStep } from './tours.ts'

/** How often a page that is still coming is looked at, for how many looks nothing new has come when it stands, and how often it is looked at at most. */
const EVERY = 200
const CALM = 3
const MOST = 25
const FOCUS_EVERY = 50
/** What a step points at, where it is seen. */
const seenAt = ({ at }: TourStep) => [...document.querySelectorAll<HTMLElement>(at)].find((x) => x.getClientRects().length > 0)

/** Shows a page step by step: next and back by buttons or arrows, away by a button, the cross or Escape. Parts that the reader does not have are left out. */
export default function Tour({ of, onClose }: { of: TourName; onClose(): void }) {
  const { say } = useSay()
  const toast = useToast()
  const [steps, setSteps] = useState<readonly TourStep[]>()
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    let [looks, calm, seen] = [0, 0, 0]
    const from = document.activeElement as HTMLElement | null
    const look = () => {
      const there = TOURS[of].steps.filter(seenAt)
      looks += 1
      // parts of a page come one after the other
      calm = there.length > 0 && there.length === seen ? calm + 1 : 0
      seen = there.length
      if (calm < CALM && looks < MOST) return
      clearInterval(id)
      if (there.length) return setSteps(there)
      toast.warn(words.nothing)
      onClose()
    }
    const id = setInterval(look, EVERY)
    look()
    return () => {
      clearInterval(id)
      from?.focus()
    }
  }, [of])
  useEffect(() => {
    if (!steps) return
    // the keyboard goes along: Enter goes on, Tab reaches the other buttons; the panel is drawn a while after its step is known
    const id = setInterval(() => {
      const goOn = document.querySelector<HTMLElement>('.ant-tour-next-btn')
      goOn?.focus()
      if (goOn && document.activeElement === goOn) clearInterval(id)
    }, FOCUS_EVERY)
    return () => clearInterval(id)
  }, [steps, current])
  if (!steps) return null
  return (
    <Steps
      open
      current={current}
      onChange={setCurrent}
      onClose={onClose}
      onFinish={onClose}
      closable={{ 'aria-label': say(words.skip) }}
      styles={{ section: { maxWidth: 'calc(100vw - 24px)' } }}
      actionsRender={(acts, { current: at, total }) => (
        <>
          {at < total - 1 && (
            <Button size="small" type="text" onClick={onClose}>
              {say(words.skip)}
            </Button>
          )}
          {acts}
        </>
      )}
      steps={steps.map((s, i) => ({
        target: () => seenAt(s) ?? document.body,
        title: say(s.title),
        description: say(s.text),
        nextButtonProps: { children: say(i === steps.length - 1 ? words.finish : words.next) },
        prevButtonProps: { children: say(words.before) },
      }))}
    />
  )
}
