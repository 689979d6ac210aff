import 'react-pdf/dist/Page/TextLayer.css'
import { Alert, Flex, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
/** Pages are drawn at most this wide, in CSS pixels: an A4 page is then readable without scrolling sideways. */
const WIDEST = 1000

interface PdfViewProps {
  file: Blob
  /** what it is called aloud */
  title: string
  /** told once its reader has come to the end of the last page, all pages drawn */
  onEnd?(): void
  /** told once all pages are drawn */
  onDrawn?(): void
  /** width as a multiple of its place; 1 by default */
  zoom?: number
  /** how high its place is, as in CSS; 70vh by default */
  height?: string
}
/** A PDF drawn page by page with text that can be selected; works alike in every browser. */
export default function PdfView({ file, title, onEnd, onDrawn, zoom = 1, height = '70vh' }: PdfViewProps) {
  const { say } = useSay()
  const box = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0),
    [pages, setPages] = useState(0),
    [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set())
  const whole = pages > 0 && drawn.size === pages
  useEffect(() => {
    const watch = new ResizeObserver(([e]) => setWidth(Math.min(WIDEST, Math.floor(e!.contentRect.width))))
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (!whole || !onEnd) return
    const watch = new IntersectionObserver((seen) => seen.some((e) => e.isIntersecting) && onEnd(), { root: box.current })
    watch.observe(end.current!)
    return () => watch.disconnect()
  }, [whole])
  useEffect(() => {
    if (whole) onDrawn?.()
  }, [whole])
  const wait = (
    <Flex justify="center" style={{ padding: 48 }}>
      <Spin />
    </Flex>
  )
  return (
    <section
      ref={box}
      tabIndex={0}
      aria-label={title}
      style={{ height, overflow: 'auto', background: 'var(--ant-color-fill-secondary)', padding: 12, borderRadius: 6 }}
    >
      <Document
        file={file}
        loading={wait}
        error={<Alert type="error" showIcon title={say(phrases.loadFailed)} />}
        onLoadSuccess={(pdf) => setPages(pdf.numPages)}
      >
        <Flex vertical gap="middle" align={zoom > 1 ? 'start' : 'center'}>
          {width > 0 &&
            Array.from({ length: pages }, (_, i) => (
              <div key={i} style={{ boxShadow: 'var(--ant-box-shadow-tertiary)' }}>
                <Page
                  pageNumber={i + 1}
                  width={width * zoom}
                  loading={wait}
                  renderAnnotationLayer={false}
                  onRenderSuccess={() => setDrawn((d) => (d.has(i) ? d : new Set(d).add(i)))}
                />
              </div>
            ))}
          <div ref={end} style={{ height: 1, width: '100%' }} />
        </Flex>
      </Document>
    </section>
  )
}
