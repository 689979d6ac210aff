import 'react-pdf/dist/Page/TextLayer.css'
import { Alert, Flex, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
/** Pages are drawn at most this wide, in CSS pixels: an A4 page is then readable without scrolling sideways. */
const WIDEST = 1000

/** A PDF drawn page by page with text that can be selected; works alike in every browser. `title` is what it is called aloud. */
export default function PdfView({ file, title }: { file: Blob; title: string }) {
  const { say } = useSay()
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0),
    [pages, setPages] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([e]) => setWidth(Math.min(WIDEST, Math.floor(e!.contentRect.width))))
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  const wait = (
    <Flex justify="center" style={{ padding: 48 }}>
      <Spin />
    </Flex>
  )
  return (
    <section ref={box} tabIndex={0} aria-label={title} style={{ height: '70vh', overflow: 'auto', background: '#8882', padding: 12, borderRadius: 6 }}>
      <Document
        file={file}
        loading={wait}
        error={<Alert type="error" showIcon title={say(phrases.loadFailed)} />}
        onLoadSuccess={(pdf) => setPages(pdf.numPages)}
      >
        <Flex vertical gap="middle" align="center">
          {width > 0 &&
            Array.from({ length: pages }, (_, i) => (
              <div key={i} style={{ boxShadow: '0 1px 6px #0003' }}>
                <Page pageNumber={i + 1} width={width} loading={wait} renderAnnotationLayer={false} />
              </div>
            ))}
        </Flex>
      </Document>
    </section>
  )
}
