// The texts of the drawing, in the languages of the page.
export const stageWords = {
    en: {},
    it: {},
};
