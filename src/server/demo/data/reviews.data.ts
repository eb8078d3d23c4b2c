/** Reviews of demo courses and of the app. */
import type { DemoReview } from "../demo-shapes.ts";

export const reviews: DemoReview[] = [
  {
    author: "student",
    rating: 5,
    content:
      "I had looked for a teacher in my city for years. Now I recite to one every week, from my kitchen table, and my reading has changed more in two months than in the ten years before.",
  },
  {
    author: "yusra.khan",
    rating: 5,
    content:
      "My son learns his letters here in the afternoon and I have my own class in the evening. It's a blessing that both of us found a teacher we trust in one place.",
  },
  {
    author: "daniel.moore",
    rating: 5,
    content:
      "I was afraid of being the only adult who can't read. In my group nobody could, and nobody laughed. Last week I read my first page.",
  },
  {
    author: "hassan.jaber",
    rating: 4,
    content:
      "At sixty-six I didn't expect to begin hifz. The times suit me, the video is clear, and the teacher has more patience with me than I have myself.",
  },
  {
    author: "maryam.yusuf",
    rating: 5,
    content:
      "Teachers name their certificates and where they studied, and the classes live up to the profiles. That made the choice easy.",
  },
  {
    author: "teacher2",
    rating: 5,
    content:
      "As a teacher, I can focus on my students and leave the rest to the site: seats, payments and the link to the class are all there.",
  },
  {
    author: "samir.benali",
    rating: 4,
    content:
      "All class times are shown in my own time zone, so I have never missed a lesson. I'd love to see more courses in French.",
  },
  {
    author: "rania.nasser",
    rating: 5,
    content:
      "I study with a teacher in Riyadh, my daughter with one in Karachi, and we talk about it at dinner. May Allah reward those who teach us.",
  },
  {
    author: "student",
    course: "tajweed-first-letter",
    rating: 5,
    content:
      "Ustadh Khalid hears everything and corrects so gently that you want to read again at once. The drawings of the makharij helped me a lot.",
  },
  {
    author: "tariq.mahmood",
    course: "tajweed-first-letter",
    rating: 5,
    content: "Clear, calm and well prepared. I finally hear the difference between ha and haa.",
  },
  {
    author: "salma.idrissi",
    course: "tajweed-first-letter",
    rating: 4,
    content: "A very good course. For me it could be even slower, but I always get an answer.",
  },
  {
    author: "samir.benali",
    course: "tajweed-first-letter",
    rating: 5,
    content: "Everybody reads in every class. That is what makes the difference.",
  },
  {
    author: "adam.suleiman",
    course: "noon-and-meem",
    rating: 5,
    content: "One rule a week, and then so many examples that I see them everywhere.",
  },
  {
    author: "noor.huda",
    course: "noon-and-meem",
    rating: 4,
    content: "The explanation of ikhfa was worth the course alone.",
  },
  {
    author: "mehmet.kaya",
    course: "tuhfat-al-atfal",
    rating: 5,
    content:
      "We learned the whole poem by heart without noticing how. I still recite it on my way to work.",
  },
  {
    author: "hassan.jaber",
    course: "tuhfat-al-atfal",
    rating: 5,
    content: "An old text, taught with love. Thank you.",
  },
  {
    author: "ibrahim.khan",
    course: "nurani-qaida-children",
    rating: 5,
    content: "My son runs to the computer when it's time for his class. (Written by his mother.)",
  },
  {
    author: "student2",
    course: "nurani-qaida-children",
    rating: 5,
    content: "Teacher Maryam is funny and I can read joined letters now.",
  },
  {
    author: "hafsa.patel",
    course: "juz-amma-by-heart",
    rating: 5,
    content: "We repeat until it sticks, and the next class begins with what we learned. It works.",
  },
  {
    author: "bilal.mahmood",
    course: "juz-amma-by-heart",
    rating: 4,
    content: "I know five surahs more than before. Sometimes it is a bit fast.",
  },
  {
    author: "amira.saleh",
    course: "murajaah-sisters",
    rating: 5,
    content: "The best hour of my week. We are at very different levels and it doesn't matter.",
  },
  {
    author: "khadija.sow",
    course: "murajaah-sisters",
    rating: 5,
    content: "Warm, serious and free of charge. I never recite alone anymore.",
  },
  {
    author: "rania.nasser",
    course: "tafsir-juz-amma",
    rating: 5,
    content:
      "Ustadha Fatima says where each explanation comes from. That is how tafsir should be taught.",
  },
  {
    author: "student",
    course: "tafsir-juz-amma",
    rating: 5,
    content: "I hear these surahs differently in prayer now.",
  },
  {
    author: "abdi.warsame",
    course: "tafsir-juz-amma",
    rating: 4,
    content: "Very rich classes. I would like to have the notes a little earlier.",
  },
  {
    author: "mehmet.kaya",
    course: "hifz-from-the-beginning",
    rating: 5,
    content: "One page a week is exactly what my life has room for, and I have kept every page.",
  },
  {
    author: "omar.shaikh",
    course: "hifz-from-the-beginning",
    rating: 4,
    content: "Early in the morning, but he is right: it sticks better.",
  },
  {
    author: "musa.bello",
    course: "strong-murajaah",
    rating: 5,
    content: "Three people, no way to hide. Exactly what I needed.",
  },
  {
    author: "daniel.moore",
    course: "arabic-frequent-words",
    rating: 5,
    content: "After three weeks I recognized whole phrases in the recitation of Surah Al-Fatihah.",
  },
  {
    author: "elif.yildiz",
    course: "arabic-frequent-words",
    rating: 4,
    content: "Good rhythm and useful homework. The recordings help me on the train.",
  },
  {
    author: "student3",
    course: "surah-al-mulk",
    rating: 5,
    content: "Learning together makes it easy. I already know the first passage without looking.",
  },
  {
    author: "amina.kovacevic",
    course: "beautiful-recitation",
    rating: 5,
    content: "I breathe differently now, and my family has noticed.",
  },
  {
    author: "khadija.sow",
    course: "warsh-beginners",
    rating: 5,
    content: "At last a course on the narration that my grandparents read.",
  },
  {
    author: "faisal.alotaibi",
    course: "grammar-through-the-quran",
    rating: 5,
    content: "Every rule comes from a verse. I have learned more grammar here than at school.",
  },
  {
    author: "amira.saleh",
    course: "grammar-through-the-quran",
    rating: 4,
    content: "Demanding and rewarding. Do the exercises!",
  },
  {
    author: "ruqayya.begum",
    course: "seerah-makkah",
    rating: 5,
    content: "She tells it so vividly that my grandchildren sit beside me and listen.",
  },
  {
    author: "elijah.cole",
    course: "seerah-makkah",
    rating: 5,
    content: "Well told and careful about what is certain and what is disputed.",
  },
  {
    author: "musa.bello",
    course: "ten-readings",
    rating: 5,
    content: "A difficult field, opened with great care. Hearing the examples is a delight.",
  },
  {
    author: "maryam.yusuf",
    course: "ten-readings",
    rating: 5,
    content: "Shaykh Idris has a way of making the difficult plain.",
  },
];
