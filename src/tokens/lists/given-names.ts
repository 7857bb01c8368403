// 2,048 given names: the most frequent of the US Census Bureau's 1990 names files dist.male.first and
// dist.female.first (works of the US government, in the public domain: 17 USC 105), as carried by the
// package "names" 0.3.0. Left out: names that are also everyday English words, months, states or countries (auto-detect
// hides any single word of a list), and possibly offensive ones.
// The order is part of every stored token's numbering: never add, drop, move or respell a word.

/** Given names, capitalised, separated by blanks; none is a family name or a city of the other lists. */
export const GIVEN_NAMES = `Aaron Abbie Abby Abdul Abel Abigail Abraham Abram Adalberto Adam Adan Addie Adela Adelaide Adele
Adelina Adeline Adell Adrian Adriana Adrianne Adrienne Agatha Agnes Agustin Ahmad Ahmed Aida
Aileen Aimee Aisha Alaina Alan Alana Alba Albert Alberta Alberto Alden Aldo Alec Alecia Alejandra
Alene Aletha Alex Alexa Alexander Alexandra Alexandria Alexis Alfonso Alfonzo Alfred Alfreda Ali
Alicia Alina Aline Alisa Alisha Alison Alissa Allan Allen Allene Allie Allison Allyson Alma Alonzo
Alphonse Alphonso Alta Althea Alton Alva Alvaro Alvin Alvina Alyce Alyson Alyssa Amado Amalia
Amanda Amelia Amie Amos Amparo Amy Ana Anastasia Anderson Andre Andrea Andres Andrew Andria Angela
Angelia Angelica Angelina Angeline Angelique Angelita Angelo Angie Anibal Anissa Anita Anna
Annabelle Annamarie Anne Annemarie Annetta Annette Annie Annmarie Anthony Antionette Antoine
Antoinette Anton Antone Antonette Antonia Antonio Antony Antwan Araceli Archie Aretha Ariana Ariel
Arleen Arlene Arline Armand Armando Arnold Arnulfo Aron Arron Arthur Arturo Ashlee Ashleigh Ashley
Aubrey Audra Audrey Augusta Augustine Augustus Aura Aurelia Aurelio Avery Avis Barbara Barbra
Barney Barrett Bart Barton Beatrice Beatriz Beau Becky Belen Belinda Bella Belle Belva Benita
Benjamin Bennett Bennie Benny Bernadette Bernadine Bernard Bernardo Bernice Bernie Berniece Bert
Berta Bertha Bertie Bertram Beryl Bess Bessie Beth Bethany Betsy Bette Bettie Bettina Betty Bettye
Beulah Beverley Beverly Bianca Billie Birdie Blaine Blair Blanca Blanche Bobbi Bobbie Bobby Bonita
Bonnie Booker Boris Boyd Bradford Bradley Bradly Brady Branden Brandi Brandie Brandon Brant
Breanna Brenda Brendan Brendon Brenna Brent Brenton Bret Brett Briana Brianna Brianne Brice
Bridget Bridgett Bridgette Brigitte Britney Britt Brittany Brittney Brock Brooke Bruce Bruno Bryan
Bryant Bryce Bryon Buford Burl Burt Burton Byron Caitlin Caleb Callie Calvin Cameron Camilla
Camille Candace Candi Candice Cara Caren Carey Cari Caridad Carissa Carl Carla Carlene Carlo
Carlos Carlton Carly Carmel Carmela Carmelita Carmella Carmelo Carmen Carmine Carole Caroline
Carolyn Carrie Carrol Carroll Carson Cary Caryn Casandra Casey Cassandra Cassie Catalina Catharine
Catherine Cathleen Cathrine Cathryn Cathy Catrina Cecelia Cecil Cecile Cecilia Cedric Celeste
Celestine Celia Celina Cesar Chadwick Chandra Chang Chantal Chantel Charla Charleen Charlene
Charles Charley Charlie Charlotte Charmaine Chauncey Chelsea Chelsey Cheri Cherie Cheryl Chester
Chet Chiquita Chloe Chong Christa Christal Christen Christi Christie Christin Christina Christine
Christy Chung Cindi Cindy Clair Claire Clara Clare Clarence Clarice Clarissa Clark Claude
Claudette Claudia Claudine Claudio Clayton Clement Clementine Cleo Cletus Clifford Clifton Clint
Clinton Clyde Cody Colby Coleen Coleman Colette Colin Colleen Collette Collin Concepcion Concetta
Connie Conrad Constance Consuelo Cora Cordelia Corey Cori Corina Corine Corinne Cornelia Cornelius
Cornell Corrie Corrine Cortney Cory Courtney Coy Craig Cristina Cristy Curt Curtis Cynthia Cyril
Dalia Dalton Damaris Damian Damien Damion Damon Dana Dane Danette Danial Daniela Danielle Danita
Danna Dannie Danny Dante Daphne Dara Darcy Daren Darin Dario Darius Darla Darleen Darlene Darnell
Darrel Darrell Darren Darrick Darrin Darryl Daryl Davis Dayna Deana Deandre Deann Deanna Deanne
Debbie Debby Debora Deborah Debra Debrah Deena Deidra Deidre Deirdre Delbert Delfina Delia Della
Delma Delmar Delmer Delois Delores Deloris Delphine Demarcus Demetria Demetrius Dena Denice Denis
Denise Dennis Denny Deon Derek Derick Derrick Desiree Desmond Dessie Devin Devon Dewayne Dewey
Dewitt Dexter Diana Diane Diann Dianna Dianne Dillon Dina Dinah Dino Dion Dionne Dirk Dollie Dolly
Dolores Dominga Domingo Dominic Dominick Dominique Dona Donald Donna Donnell Donnie Donny Donovan
Donte Dora Dorcas Doreen Dorene Doretha Dorian Doris Dorothea Dorothy Dorris Dorthy Dottie Doug
Douglas Dovie Doyle Duane Dudley Duncan Dustin Dwain Dwayne Dwight Dylan Earle Earlene Earline
Earnest Earnestine Eddie Eddy Edgar Edgardo Edith Edmond Edmund Edna Eduardo Edward Edwardo Edwin
Edwina Edythe Effie Efrain Efren Eileen Elaine Elba Elbert Elda Eldon Eleanor Eleanore Elena Eli
Elia Elias Elida Elijah Elinor Elisa Elisabeth Elise Eliseo Elissa Eliza Elizabeth Ella Ellen
Ellie Elliot Elliott Ellis Elma Elmer Elmo Elnora Eloisa Eloise Elouise Eloy Elsa Elsie Elton Elva
Elvia Elvin Elvira Elwood Elyse Emanuel Emerson Emery Emil Emile Emilia Emilie Emilio Emily Emma
Emmanuel Emmett Emory Enid Enoch Enrique Eric Erica Erich Erick Ericka Erik Erika Erin Erlinda
Erma Erna Ernest Ernestina Ernestine Ernesto Ernie Errol Ervin Erwin Esmeralda Esperanza Essie
Esteban Estela Estella Estelle Esther Ethan Ethel Etta Eugene Eugenia Eugenio Eula Eunice Eva Evan
Evangelina Evangeline Evelyn Everett Everette Evette Ezra Fabian Fabiola Fatima Faustino Fay Faye
Federico Felecia Felicia Felicita Felipe Felix Ferdinand Fermin Fernando Filomena Fletcher Flor
Florencio Florine Flossie Floy Floyd Forrest Fran Frances Francesca Francine Francis Francisca
Francisco Frankie Franklin Freda Freddie Freddy Frederic Frederick Fredric Fredrick Freida Frieda
Fritz Gabriel Gabriela Gabriella Gabrielle Gail Galen Garfield Garrett Garry Gary Gavin Gayla
Gayle Gena Genaro Genevieve Genoveva George Georgette Georgiana Georgianna Georgina Gerald
Geraldine Geraldo Gerard Gerardo Geri Gerry Gertie Gertrude Gilbert Gilberto Gilda Gillian Gina
Ginny Gino Giovanni Gisela Giuseppe Gladys Glenda Glenn Glenna Gloria Gonzalo Gordon Gracie
Graciela Grady Graham Greg Gregg Gregoria Gregorio Gregory Greta Gretchen Griselda Grover
Guadalupe Guillermo Gus Gussie Gwen Gwendolyn Hal Haley Hallie Hanna Hannah Harlan Harley Harold
Harriet Harriett Harriette Harris Harrison Harry Harvey Hassan Hattie Haydee Hayley Hector Heidi
Helen Helena Helene Helga Hellen Henrietta Henry Herbert Heriberto Herlinda Herman Herminia
Herschel Hershel Hester Hilario Hilary Hilda Hildegard Hillary Hilton Hipolito Hiram Hollie Hollis
Homer Hong Horace Horacio Hortencia Howard Hubert Huey Hugh Humberto Ian Ida Idella Ignacio Ila
Ilene Imelda Imogene Ina Ines Inez Ingrid Iola Iona Ione Ira Irene Irma Irvin Irving Irwin Isaac
Isabel Isabell Isabella Isaiah Isaias Isiah Isidro Ismael Issac Iva Ivan Ivette Ivonne Jackie
Jacklyn Jaclyn Jacob Jacque Jacquelin Jacqueline Jacquelyn Jacques Jacquline Jae Jaime Jake Jamaal
Jamal Jamar Jamel Jamey Jami Jamie Jamison Jan Jana Janel Janell Janelle Janet Janette Janice
Janie Janine Janis Janna Jannette Jannie Jaqueline Jared Jarred Jarrett Jarrod Jarvis Jasmin Jason
Jasper Javier Jayme Jayne Jayson Jeanette Jeanie Jeanine Jeanna Jeanne Jeannette Jeannie Jeannine
Jed Jeff Jefferey Jefferson Jeffery Jeffrey Jeffry Jena Jenifer Jenna Jennie Jennifer Jerald
Jeremiah Jeremy Jeri Jermaine Jerold Jerome Jerri Jerrod Jerrold Jerry Jesica Jess Jesse Jessica
Jessie Jewell Jill Jillian Jim Jimmie Joan Joann Joanna Joanne Joaquin Jocelyn Jodi Jodie Jody
Joel Joelle Joesph Joey Johanna Johnathan Johnathon Johnie Johnna Johnnie Jolene Jon Jonah Jonas
Jonathan Jonathon Joni Jorge Josef Josefa Josefina Joseph Josephine Josette Joshua Josiah Josie
Josue Jovita Joyce Juan Juana Juanita Jude Judi Judith Judson Judy Jules Juli Julia Juliana
Julianna Julianne Julie Juliet Juliette Julio Julius Jung Junior Justina Justine Kaitlin Kaitlyn
Kara Kareem Karen Kari Karin Karina Karl Karla Karol Karon Karrie Karyn Kasey Kate Katelyn
Katharine Katherine Katheryn Kathi Kathie Kathleen Kathrine Kathryn Kathy Katie Katina Katrina
Katy Kay Kaye Kayla Keenan Keisha Keith Kelley Kelli Kellie Kelly Kelsey Kelvin Kendall Kendrick
Kenneth Kennith Kenny Kent Kenton Keri Kermit Kerri Kerrie Kerry Keven Kevin Kim Kimberlee
Kimberley Kimberly Kip Kira Kirby Kirk Kirsten Kisha Kory Kris Krista Kristal Kristen Kristi
Kristie Kristin Kristina Kristine Kristopher Kristy Krystal Krystle Kurtis Kyla Kyle Kylie Lacey
Ladonna Lakeisha Lakesha Lakisha Lamar Lamont Lan Lana Landon Lanny Laquita Lara Larissa Larry
Lashawn Lashonda Latanya Latasha Latisha Latonia Latonya Latoya Latrice Latricia Laura Lauren
Laurence Lauretta Lauri Laurie Lavern Laverne Lavonne Lawanda Lawerence Lawrence Lazaro Lea Leah
Leann Leanna Leanne Leeann Leigh Leila Lela Leland Lelia Lemuel Lenard Lenny Lenora Lenore Leo
Leola Leon Leona Leonard Leonardo Leonel Leonor Leonora Leopoldo Leora Leota Leroy Les Lesa Lesley
Leslie Lessie Lester Leta Letha Leticia Letitia Lettie Levi Lewis Lidia Lila Lilia Lilian Liliana
Lillian Lillie Lilly Lina Linda Lindsay Lindsey Lindy Linwood Lionel Lisa Liz Liza Lizette Lizzie
Lloyd Logan Lois Lola Lona Lonnie Lora Loraine Loren Lorena Lorene Lorenzo Loretta Lori Lorie
Lorine Lorna Lorraine Lorri Lorrie Lottie Louann Louella Louie Louis Louisa Louise Lourdes Lowell
Loyd Luann Luanne Lucia Luciano Lucien Lucila Lucile Lucille Lucinda Lucio Lucretia Lucy Luella
Luis Luisa Luke Lula Lupe Lura Luther Luz Lydia Lyle Lyman Lyn Lynda Lyndon Lynette Lynn Lynne
Lynnette Mabel Mable Mack Madeleine Madeline Madelyn Madge Mae Magda Magdalena Maggie Mai Majorie
Malcolm Malinda Malissa Mallory Mamie Mandi Mandy Manuel Manuela Mara Marc Marcel Marcela
Marcelino Marcella Marcelle Marcelo Marci Marcia Marcie Marco Marcos Marcus Marcy Margaret
Margarita Margarito Marge Margery Margie Margo Margot Margret Marguerite Mari Maria Mariah Mariam
Marian Mariana Marianna Marianne Mariano Maribel Maricela Marie Marietta Marilyn Marilynn Mario
Marion Marisa Marisela Marisol Marissa Maritza Marjorie Marjory Markus Marla Marlena Marlene
Marlon Marlyn Marlys Marquis Marquita Marsha Marta Martha Martina Marty Marva Marvin Maryann
Maryanne Marybeth Maryellen Maryjane Marylou Mathew Matilda Matilde Matthew Mattie Maud Maude
Maudie Maura Maureen Maurice Mauricio Maurine Mauro Mavis Maximo Maxine Maxwell Maya Mayme Maynard
Mayra Mckinley Meagan Megan Meghan Mei Mel Melanie Melba Melinda Melisa Melissa Mellisa Mellissa
Melodie Melva Melvin Melvina Mercedes Meredith Merle Merlin Merrill Mervin Mia Micaela Michael
Michaela Michal Micheal Michel Michele Michell Michelle Mickey Migdalia Miguel Mikel Milagros
Mildred Milford Millard Millicent Millie Milo Milton Mimi Mindy Minerva Minh Miranda Miriam Mirna
Missy Misti Mitch Mitchel Mitchell Mitzi Mohamed Moises Mollie Molly Monica Monika Monique Monroe
Monte Monty Morgan Morris Morton Moses Moshe Mozelle Muriel Murray Myles Myra Myrna Myron Myrtis
Nadia Nadine Nakia Nancy Nanette Nannie Naomi Natalia Natalie Natasha Nathalie Nathan Nathaniel
Ned Nedra Neil Nelda Nell Nellie Nelly Nelson Nereida Nettie Neva Nicholas Nichole Nicki Nickolas
Nicky Nicolas Nicole Nigel Niki Nikita Nikki Nilda Nina Nita Noah Noe Noel Noelle Noemi Nola Nolan
Nona Nora Norbert Norberto Noreen Norma Norman Normand Norris Octavia Octavio Odell Odessa Odis
Ofelia Ola Olen Oleta Olga Olin Oliver Olivia Ollie Oma Omar Omer Ona Ophelia Oralia Oren Orval
Orville Oscar Osvaldo Otha Otis Otto Owen Pablo Paige Pam Pamala Pamela Parker Pasquale Patrica
Patrice Patricia Patsy Patti Pattie Paul Paula Paulette Paulina Pauline Pearlie Pearline Pedro
Peggy Penelope Percy Perla Perry Petra Phil Philip Phillip Phillis Philomena Phoebe Phyllis Pierre
Porfirio Portia Preston Pricilla Priscilla Quentin Quincy Quinn Quintin Quinton Rachael Racheal
Rachel Rachelle Rae Rafael Rafaela Ralph Ramiro Ramon Ramona Randall Randell Randi Randolph
Raphael Raquel Raul Raymundo Reba Rebeca Rebecca Rebekah Refugio Reggie Regina Reginald Reid Reina
Reinaldo Rena Renae Renata Renate Renee Renita Reta Retha Reuben Reva Rex Reyes Reyna Reynaldo
Rhea Rhoda Rhonda Ricardo Richard Richelle Richie Rickey Rickie Ricky Rico Rigoberto Riley Rita
Robbie Robbin Robby Roberta Roberto Robyn Rocco Rochelle Rocio Roderick Rodger Rodney Rodolfo
Rodrick Rodrigo Rogelio Roger Roland Rolando Rolland Roma Romona Ron Ronald Ronda Ronnie Ronny
Roosevelt Rory Rosa Rosalba Rosalee Rosalia Rosalie Rosalina Rosalind Rosalinda Rosalyn Rosanna
Rosanne Rosario Roscoe Roseann Roseanne Rosella Roselyn Rosemarie Rosemary Rosendo Rosetta Rosie
Rosita Roslyn Rowena Roxana Roxann Roxanna Roxanne Roxie Royce Ruben Rubin Rudolph Rudy Rufus
Rupert Russ Russel Russell Ruth Ruthie Sabina Sabrina Sallie Sally Salvador Salvatore Samantha
Samatha Sammie Sammy Samuel Sandi Sandra Sanford Sang Santiago Santos Sara Sarah Sasha Saul
Saundra Scot Scottie Scotty Sean Selena Selina Selma Serena Sergio Seth Seymour Shana Shanda Shane
Shanna Shannon Shanon Shantel Shari Sharlene Sharon Sharonda Sharron Sharyn Shaun Shauna Shawn
Shawna Shayla Shayne Sheena Sheila Shelby Sheldon Shelia Shelley Shelli Shellie Shelton Sheree
Sheri Sherman Sherri Sherrie Sheryl Shiela Shirley Shonda Sidney Silas Silvia Simone Socorro
Solomon Sondra Sonia Sonja Sonya Sophia Sophie Spencer Stacey Staci Stacia Stacie Stacy Stan
Stanford Stefan Stefanie Stella Stephan Stephanie Stephany Stephen Stephenie Steve Steven Stevie
Stewart Stuart Sung Susan Susana Susanna Susanne Susie Suzan Suzanna Suzanne Suzette Sybil
Sylvester Sylvia Tabatha Tabitha Tamara Tameka Tamela Tamera Tami Tamika Tammi Tammie Tammy Tamra
Tana Tania Tanisha Tanya Tara Taryn Tasha Tatiana Tawana Ted Teddy Tena Teodoro Tera Terence
Teresa Teresita Teri Terrance Terrence Terri Terrie Tessa Tessie Thad Thaddeus Thanh Thea Theda
Thelma Theo Theodora Theodore Theresa Therese Theron Thurman Tia Tiana Tiara Tiffani Tillie Timmy
Timothy Tina Tisha Tobias Toby Tod Todd Tomas Tomasa Tommie Tommy Toni Tonia Tonja Tonya Tori Tory
Tosha Traci Tracie Tracy Trenton Treva Trevor Trey Tricia Trina Trinidad Trisha Trista Tristan
Troy Trudy Truman Twila Twyla Tyra Tyree Tyrell Tyron Tyrone Tyson Ursula Vada Valarie Valencia
Valentin Valentina Valeria Valerie Vanessa Vaughn Veda Velda Velma Venessa Vera Verda Verla Vern
Verna Vernell Vernice Veronica Vicente Vicki Vickie Vicky Victor Victoria Vida Vikki Vilma Vince
Vincent Viola Violeta Virgie Virgil Virgina Vito Vivian Viviana Vonda Waldo Wallace Walter Wanda
Wayne Weldon Wendell Wendi Wendy Werner Wesley Weston Whitney Wilbert Wilbur Wilburn Wilda Wiley
Wilford Wilfred Wilfredo Wilhelmina Willa Willard William Williams Willis Wilma Wilmer Wilson
Wilton Winfred Winifred Winnie Winona Winston Woodrow Wyatt Xavier Yadira Yesenia Yolanda Yong
Yvette Yvonne Zachariah Zachary Zachery Zane Zelda Zella Zelma Zenaida Zoe Zoila`;
