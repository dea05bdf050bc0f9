/** Texts for uploading and removing profile images, cover images and team images. */
export const texts = {
  image: {
    file: 'Image file',
    add: 'Add image',
    change: 'Change image',
    remove: 'Remove image',
    removeTitle: 'Remove the image?',
    uploading: 'Uploading the image',
  },
  cover: {
    file: 'Cover file',
    add: 'Add cover',
    change: 'Change cover',
    remove: 'Remove cover',
    removeTitle: 'Remove the cover?',
    uploading: 'Uploading the cover',
  },
  removeAction: 'Remove',
  removeConsequence: 'It is deleted from this server. You can add another one later.',
  tooLarge: 'This file is too large. Choose an image of at most 5 MiB.',
  profileImages: {
    label: 'Images',
    coverAlt: 'Your cover',
    hint: 'PNG, JPEG, WebP or GIF, at most 5 MiB. You can also drop a file here.',
  },
}

export type ImageTexts = typeof texts.image
