/** Printed documents as PDF: the model of each kind and its template; same input and timestamp give the same bytes. */

import { join } from 'node:path'
import { codePicture, documentCode } from '../../../services/typeset/verify-link.server.ts'
import { typeset, type TextAnchor } from '../../../services/typeset/typeset.server.ts'
import { certificateModel, type CertificateDoc } from './certificate.ts'
import type { CbfSurveyDoc } from './cbf-survey.ts'
import { cbfSurveyModel } from './cbf-survey.ts'
import type { ContractDoc } from './contract.ts'
import { contractModel } from './contract.ts'
import type { DjbDoc } from './djb.ts'
import { djbModel } from './djb.ts'
import type { DkSurveyDoc } from './dk-survey.ts'
import { dkSurveyModel } from './dk-survey.ts'
import { estateModel, type EstateDoc } from './estate.ts'
import type { FbfSurveyDoc } from './fbf-survey.ts'
import { fbfSurveyModel } from './fbf-survey.ts'
import { issueListModel, type IssueListDoc } from './issue-list.ts'
import { landMapModel, type LandMapDoc } from './land-map.ts'
import { letterModel, type LetterDoc } from './letter.ts'
import { postingModel, type PostingDoc } from './posting.ts'
import type { SketchDoc } from './sketch.ts'
import { sketchModel } from './sketch.ts'
import { tableModel, type TableDoc } from './table.ts'

export interface DocumentData {
  contract: ContractDoc
  sketch: SketchDoc
  djb: DjbDoc
  'cbf-survey': CbfSurveyDoc
  'fbf-survey': FbfSurveyDoc
  'dk-survey': DkSurveyDoc
  letter: LetterDoc
  posting: PostingDoc
  'issue-list': IssueListDoc
  certificate: CertificateDoc
  watermark: WatermarkDoc
  table: TableDoc
  'land-map': LandMapDoc
  estate: EstateDoc
}
/** A page that is laid over others: its lines in light letters. */
export interface WatermarkDoc {
  title: string
  docId: string
  lines: readonly string[]
}
export type DocumentKind = keyof DocumentData

const MODELS: { readonly [K in DocumentKind]: (d: DocumentData[K]) => object } = {
  contract: contractModel,
  sketch: sketchModel,
  djb: djbModel,
  'cbf-survey': cbfSurveyModel,
  'fbf-survey': fbfSurveyModel,
  'dk-survey': dkSurveyModel,
  letter: letterModel,
  posting: postingModel,
  'issue-list': issueListModel,
  certificate: certificateModel,
  watermark: (d) => d,
  table: tableModel,
  'land-map': landMapModel,
  estate: estateModel,
}

/** Contracts bear codes of their own on each page; a certificate is a blank of the county, and a watermark no document. */
const UNCODED: ReadonlySet<DocumentKind> = new Set(['contract', 'certificate', 'watermark'])
/** What a form calls itself in its code where its data give no name. */
const NAMES: Readonly<Record<DocumentKind, string>> = {
  contract: 'HT',
  sketch: 'SYT',
  djb: 'DJB',
  'cbf-survey': 'CBFDC',
  'fbf-survey': 'FBFDC',
  'dk-survey': 'DKDC',
  letter: 'WS',
  posting: 'GSB',
  'issue-list': 'QC',
  certificate: 'QZ',
  watermark: 'SY',
  table: 'BB',
  'land-map': 'WZT',
  estate: 'BDCSQ',
}

const MAIN = join(import.meta.dirname, 'templates/main.typ')

/**
 * Typesets one document.
 * @param o.timestamp creation time written into the file, ISO 8601
 * @returns the PDF; throws unprintable naming the characters no font can draw, before anything is typeset
 */
export async function renderPdf<K extends DocumentKind>(kind: K, data: DocumentData[K], o: { timestamp: string }): Promise<Buffer> {
  return (await renderWithAnchors(kind, data, o)).pdf
}

/** As {@link renderPdf}, with the named signature places (contract: fbfSeal, fbfPrincipal, cbfSign, cbfFinger, jzSeal, date). */
export async function renderWithAnchors<K extends DocumentKind>(
  kind: K,
  data: DocumentData[K],
  o: { timestamp: string },
): Promise<{ pdf: Buffer; anchors: TextAnchor[] }> {
  const model = MODELS[kind](data)
  if (UNCODED.has(kind)) return typeset(MAIN, kind, model, o.timestamp)
  const docId = documentCode(('docId' in data && data.docId) || NAMES[kind], model)
  return typeset(MAIN, kind, { ...model, docId, qr: codePicture(docId) }, o.timestamp)
}
