import { Splitter, type SplitterProps } from 'antd'
import { useEffect, useRef, type PropsWithChildren } from 'react'
import { both } from '../../kit/model/lang.ts'
import { useSay } from '../../kit/web/words.web.ts'

const NAMES = { start: both('收起或展开左侧', 'Collapse or expand the left panel'), end: both('收起或展开右侧', 'Collapse or expand the right panel') } as const
/** antd's Splitter, whose bars are named in the reader's language: its own names are English alone. */
export function Split(props: PropsWithChildren<SplitterProps>) {
  const { say, lang } = useSay()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const name = () => {
      for (const [side, words] of Object.entries(NAMES))
        for (const bar of box.current?.querySelectorAll(`.ant-splitter-bar-collapse-bar-${side}`) ?? [])
          if (bar.getAttribute('aria-label') !== say(words)) bar.setAttribute('aria-label', say(words))
    }
    name()
    // the bars are drawn once the parts have been measured
    const watch = new MutationObserver(name)
    watch.observe(box.current!, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] })
    return () => watch.disconnect()
  }, [lang])
  return (
    <div ref={box} style={{ height: '100%' }}>
      <Splitter {...props} />
    </div>
  )
}
Split.Panel = Splitter.Panel
