import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { englishFor, germanToEnglish } from './german-to-english.ts'

describe('the German glossary', () => {
  it('replaces German words in any inflection and keeps unknown words', () => {
    assert.equal(
      germanToEnglish('Wann werden Kafka-Rechnungen gelöscht?'),
      'when becomes Kafka-invoice delete?',
    )
  })

  it('splits compounds, also with a linking letter or a borrowed word at the end', () => {
    assert.deepEqual(englishFor('Rechnungsadresse'), ['invoice address'])
    assert.deepEqual(englishFor('Kundennummer'), ['customer number'])
    assert.deepEqual(englishFor('Suchindex'), ['search index'])
  })

  it('accepts umlauts that are typed as two letters', () => {
    assert.deepEqual(englishFor('Schluessel'), englishFor('Schlüssel'))
  })
})
