import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageOf } from './text-language.ts'

describe('the language of a text', () => {
  const texts = {
    english: 'The release train leaves every second Wednesday.',
    german: 'Wann werden die Rechnungen verschickt?',
    french: 'Les factures sont envoyées dans la semaine pour chaque client.',
    spanish: 'Los cambios se publican cada lunes para los clientes.',
    italian: 'Le fatture sono inviate ogni lunedì della settimana con il rapporto.',
    portuguese: 'As faturas são enviadas para os clientes com uma nota.',
    dutch: 'De facturen worden elke maandag naar het archief verstuurd.',
  }
  for (const [language, text] of Object.entries(texts))
    it(`is ${language} for "${text}"`, () => assert.equal(languageOf(text), language))

  it('is English for names, numbers and an empty text', () => {
    for (const text of [
      'max_connections',
      'WEB-42',
      '',
      'Chromium --no-sandbox container',
      'e.g. fix/web-42',
    ])
      assert.equal(languageOf(text), 'english', text)
  })

  it('is German for a short text with umlauts', () => {
    assert.equal(languageOf('Urlaub Verlängerung'), 'german')
  })
})
