import type { ExportForms } from '../../services/exchange/exports/targets.server.ts'
import { extensionForms, parcelForm, surveyPostings } from './household.server.ts'
import { landForm } from './land-forms.server.ts'
import { readParcels, readSketchRows, readWords } from './read.server.ts'
import { registerForm } from './register-forms.server.ts'
import { render, renderSketch } from './render.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { cbfSurveyDoc, fbfSurveyDoc } from './survey-doc.ts'
import { readHolders, readIssuers } from './survey.server.ts'

const at = (now: string, typeset: (timestamp: string) => Promise<Buffer>) => () => typeset(timestampOf(now))

/** Forms and sketches as the export centre writes them, one document for each issuer, household or parcel. Source: documents.md 1-5, 9-11. */
export const exportForms: Omit<ExportForms, 'contract'> = {
  'dk-survey': { read: async (ctx, { code }) => at(ctx.now, await parcelForm(ctx, code)), fileName: (code) => `DKDC${code}.pdf` },
  posting: {
    async read(ctx, { code }) {
      const [table] = await surveyPostings(ctx, {}, code)
      return at(ctx.now, table!)
    },
    fileName: (code) => `GSB${code}.pdf`,
  },
  extension: { read: async (ctx, { code }) => at(ctx.now, await extensionForms(ctx, { cbfbms: code })), fileName: (code) => `YBSQ${code}.pdf` },
  'real-estate': {
    async read(ctx, { code }) {
      const [form] = await landForm(ctx, 'real-estate', { cbfbms: code })
      return at(ctx.now, form!)
    },
    fileName: (code) => `BDCSQ${code}.pdf`,
  },
  'fbf-survey': {
    async read(ctx, { code }) {
      const issuers = await readIssuers(ctx, { fbfbms: code })
      return () => render('fbf-survey', () => fbfSurveyDoc(issuers), timestampOf(ctx.now))
    },
    fileName: (code) => `FBFDC${code}.pdf`,
  },
  'cbf-survey': {
    async read(ctx, { code }) {
      const holders = await readHolders(ctx, { cbfbms: code }),
        words = await readWords(ctx)
      return () => render('cbf-survey', () => cbfSurveyDoc(holders, words), timestampOf(ctx.now))
    },
    fileName: (code) => `CBFDC${code}.pdf`,
  },
  'register-survey': { read: (ctx, { code }) => registerForm('register-survey', ctx, code), fileName: (code) => `DCDJB${code}.pdf` },
  'publicity-confirm': { read: (ctx, { code }) => registerForm('publicity-confirm', ctx, code), fileName: (code) => `GHB${code}.pdf` },
  sketch: {
    async read(ctx, { code, name }) {
      const parcels = await readParcels(ctx, { cbfbm: code })
      if (parcels.length === 0) return undefined
      const rows = await readSketchRows(ctx, { cbfbm: code, cbfmc: name }, parcels)
      return () => renderSketch(rows, timestampOf(ctx.now))
    },
    fileName: (code) => `DKSYT${code}.pdf`,
  },
}
