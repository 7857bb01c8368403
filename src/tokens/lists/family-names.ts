// 2,048 family names: the most frequent of the US Census Bureau's 1990 names file dist.all.last (a work of the US
// government, in the public domain: 17 USC 105), as carried by the package "names" 0.3.0. Left out: names that are also
// everyday English words, given names or countries (auto-detect hides any single word of a list), names with a capital or an
// apostrophe inside, and possibly offensive ones.
// The order is part of every stored token's numbering: never add, drop, move or respell a word.

/** Family names, capitalised, separated by blanks; none is a given name or a city of the other lists. */
export const FAMILY_NAMES = `Abbott Abernathy Abney Abrams Abreu Acevedo Acker Ackerman Acosta Adair Adams Adamson Addison
Adkins Agee Aguilar Aguilera Aguirre Aiken Ainsworth Akers Akins Alaniz Albrecht Albright Alderman
Aldrich Aldridge Aleman Alfaro Alford Alicea Allard Allred Almeida Alonso Alston Altman Alvarado
Alvarez Amador Amaya Ambrose Ames Anaya Anders Andersen Andrade Andrews Anglin Apodaca Aponte
Applegate Aquino Aragon Aranda Arce Archuleta Arellano Arevalo Arias Armstead Armstrong Arndt
Arnett Arredondo Arrington Arroyo Arsenault Artis Ashby Ashcraft Asher Ashford Ashton Askew Atkins
Atkinson Atwell Atwood Avalos Avila Aviles Ayala Ayers Ayres Babb Babin Bachman Baer Baez Baggett
Bagwell Bain Bair Baird Baldwin Bales Ballard Banda Bandy Barajas Barbee Barbosa Barbour Barclay
Barfield Barger Barker Barkley Barksdale Barlow Barnard Barnett Barnhart Barr Barrera Barrios
Barron Barrow Barth Bartlett Bartley Basham Bassett Bateman Bates Batista Batts Bauer Baugh
Baughman Baum Bauman Bautista Baxter Beall Bearden Beasley Beatty Beaty Beauchamp Beaulieu Becerra
Beck Becker Beckett Beckham Beckman Beckwith Beebe Begay Begley Behrens Belanger Belcher Bellamy
Bello Beltran Benavides Benavidez Bender Benedict Benitez Benner Benoit Benson Bentley Benton Berg
Berger Bergeron Bergman Berman Bermudez Bernal Bernier Bernstein Berrios Betancourt Bethea Betts
Beyer Biddle Bigelow Biggs Billings Billups Bingham Blackburn Blackman Blackmon Blackwell Blakely
Blalock Blanchard Blanco Blanton Bledsoe Blevins Blount Blum Bobo Boggs Bohannon Bolden Boles
Bolin Boling Bollinger Bolton Bonilla Borden Bostic Boswell Bouchard Boucher Boudreau Boudreaux
Bourgeois Bourne Bourque Bowden Bowen Bowens Bowers Bowie Bowles Bowser Boyce Boyer Boykin Boyle
Boyles Braden Bradshaw Bragg Brandt Branham Brannon Branson Brantley Braswell Braun Bravo Braxton
Bray Breaux Breeden Breen Brennan Brenner Brewster Briggs Brinkley Brinson Briscoe Brito Britton
Broderick Bronson Broome Broughton Broussard Brower Browne Brownlee Broyles Brumfield Bruner
Brunner Bruns Brunson Bryson Buchanan Buckley Buckner Bueno Buffington Bullard Bunn Burch Burchett
Burdette Burdick Burge Burger Burgess Burgos Burk Burke Burkett Burkhart Burks Burleson Burnett
Burnette Burney Burnham Burns Burr Burrell Burris Burroughs Burrows Busby Busch Bustamante Byers
Bynum Byrd Byrne Byrnes Caballero Cabral Cabrera Cagle Cahill Calderon Caldwell Calhoun Callahan
Callaway Calloway Calvert Camacho Campbell Campos Canales Canfield Cano Cantrell Cantu Canty Capps
Caraballo Carbone Cardenas Cardona Cardwell Carlin Carlisle Carlson Carmona Carnes Carney Carr
Carranza Carrasco Carrillo Carrington Cartwright Caruso Carver Casillas Cason Casper Castaneda
Castillo Castro Cates Cathey Caudill Causey Cavanaugh Cavazos Cerda Cervantes Chacon Chan Chaney
Chapa Chapman Chappell Charlton Chastain Chatman Chavarria Chavez Chavis Chen Cheney Cheng
Childers Childress Chin Chisholm Cho Choate Choi Chow Chu Churchill Cintron Cisneros Clancy Clarke
Clary Cleary Clemens Clements Clemons Clevenger Cline Cloutier Coates Cobb Coburn Cochran Coe
Coffman Cohen Coker Colbert Colburn Coles Coley Collazo Collier Collins Colvin Comer Compton
Comstock Condon Conklin Conley Connell Connelly Conner Connolly Connor Connors Conroy Contreras
Conway Cooke Cooley Cooney Copeland Corbett Corbin Corcoran Cordero Cordova Corley Cormier Cornett
Cornish Cornwell Corona Coronado Correa Cortes Cortez Cosby Costa Costello Cota Cote Cottrell
Coughlin Coulter Couture Covington Cowan Cowart Coyle Crabtree Crain Cramer Crandall Craven
Crawford Crawley Creech Crenshaw Crespo Crider Crist Crocker Crockett Croft Cromwell Cronin Crosby
Crouse Crowder Crowell Crowley Crum Crutcher Cuellar Cuevas Cullen Culp Culpepper Culver
Cunningham Curley Curran Currie Currier Cutler Cyr Dahl Daigle Dailey Daley Daly Damico Daniels
Danner Darby Darden Daugherty Davenport Davidson Davies Davila Davison Dawkins Dawson Deaton
Decker Dehart Delgado Deloach Delong Dempsey Denney Dennison Denson Denton Devine Devore Dias Diaz
Dickens Dickerson Dickinson Dickson Diehl Dietrich Dietz Diggs Dillard Dobbins Dobbs Dobson
Dockery Dodd Dodson Doherty Dolan Dominguez Donahue Donaldson Donnelly Donohue Dooley Doran Dorman
Dorsey Doty Dougherty Doughty Douglass Dow Dowd Dowdy Dowell Dowling Downey Downing Driscoll
Drummond Duarte Duckworth Duff Duffy Dugan Duggan Dukes Dunaway Dunbar Dunham Dunlap Dunn Dunning
Duran Durant Durbin Durham Dutton Duvall Dwyer Dyson Easley Eason Eastman Eaton Ebert Echols
Eckert Edmonds Edmondson Edwards Egan Eggleston Elam Eldridge Elkins Eller Ellington Ellison
Ellsworth Elmore Elrod Ely Emmons Engel Engle Ennis Enriquez Epperson Epps Erickson Ernst
Escalante Escamilla Escobar Escobedo Esparza Espinosa Espinoza Esposito Esquivel Estep Estes
Etheridge Eubanks Evans Everhart Ewing Ezell Fairchild Falk Fanning Farley Farnsworth Farr Farrar
Farrell Farrington Farris Faulk Faulkner Faust Felder Feldman Feliciano Felton Fennell Fenton
Ferguson Fernandes Fernandez Ferrara Ferreira Ferrell Ferrer Ferris Figueroa Finley Finn Finney
Fischer Fisk Fitch Flaherty Flanagan Fleming Flores Flynn Fogle Foley Folsom Fonseca Fontaine
Fontenot Foote Forbes Forman Forsythe Fort Forte Fortier Fortin Fortner Foss Fournier Foust Fraley
Franco Franks Frantz Fraser Frazier Frey Friedman Frye Fuentes Fugate Fulton Fultz Furman Gaddis
Gaffney Gagne Gagnon Gaines Gaither Galindo Gallagher Gallardo Gallegos Gallo Galloway Galvan
Galvez Gamboa Gamez Gandy Gann Gannon Gant Gantt Garcia Gardiner Gardner Garnett Garvin Garza
Gaskins Gaston Gatlin Gauthier Geary Geiger Gentile Gentry Gerber Gibbons Gibbs Gibson Gifford
Gilchrist Giles Gillespie Gillette Gilley Gilliam Gilliland Gillis Gilman Gilmore Giordano Gipson
Girard Gleason Goddard Godfrey Godwin Goetz Goff Goins Goldberg Goldstein Gomes Gomez Gonzales
Gonzalez Gooch Goode Gooden Goodrich Goodson Goodwin Gorman Goss Gossett Gough Gould Graf Granger
Grantham Grayson Greco Greenberg Greene Greenfield Greenwood Greer Gresham Grier Griffin Griffith
Griffiths Griggs Grigsby Grimes Grimm Grissom Grogan Groves Grubbs Gruber Guajardo Guerra Guerrero
Guevara Guidry Guillen Guillory Guinn Gulley Gunderson Gunn Gunter Gurley Gustafson Guthrie
Gutierrez Guyton Guzman Haag Haas Hackett Hackney Hadley Hagan Hagen Hager Hahn Haines Hairston
Hale Hamblin Hamby Hamel Hamilton Hamlin Hamm Hammond Hammonds Hammons Hampton Hamrick Haney
Hankins Hanks Hanley Hannon Hansen Hanson Harbin Harding Hardison Hardman Hargrove Harkins Harlow
Harman Harmon Harrell Harrington Hartley Hartman Haskell Haskins Hastings Hatfield Hathaway Hatton
Hauser Havens Hawes Hawkins Hawks Hawley Hawthorne Hayden Hayes Haynes Hays Hayward Haywood Healy
Hearn Heaton Hebert Hedrick Hein Heller Helms Helton Hemphill Henderson Hendricks Hendrix Henley
Henning Hensley Henson Hernandez Herndon Herrera Herrington Herrmann Herron Herzog Hess Hewitt
Hiatt Hickman Hicks Hidalgo Higgins Hightower Hilliard Hillman Himes Hinds Hines Hinkle Hinojosa
Hinson Hinton Hirsch Hite Hobbs Hobson Hodge Hoff Hoffman Hoffmann Hogue Holbrook Holcomb Holden
Holley Holliday Hollins Holloway Holm Holman Holmes Holt Holton Honeycutt Hoover Hopkins Hopson
Horne Horton Hoskins Houck Hough Houghton Houle Houser Howe Howell Howland Hoyle Hoyt Huang
Hubbard Huber Huddleston Hudgins Hudson Huerta Huff Huffman Huggins Hughes Hulsey Hummel Humphrey
Humphreys Humphries Hundley Huntley Hurd Hurst Hurtado Huston Hutcherson Hutchins Hutchinson
Hutchison Hutson Hutton Huynh Hyatt Hyde Ibarra Ingram Inman Irby Irizarry Isbell Isom Ison
Iverson Ivey Jacobs Jacobsen Jacobson Jameson Jansen Jaramillo Jarrell Jeffers Jeffries Jenkins
Jennings Jensen Jernigan Jeter Jett Jimenez Jobe Johnston Jones Jordon Jorgensen Joyner Juarez
Judd Kahn Kaiser Kaminski Kang Kaplan Katz Kauffman Kaufman Kearney Kearns Keating Keaton Keeler
Keene Keener Keller Kellogg Kemp Kennedy Kenney Kenyon Kern Kerns Kerr Kessler Keyes Khan Kidd
Kilgore Kilpatrick Kimball Kimble Kimbrough Kincaid Kinney Kinsey Kirkland Kiser Klein Kline Knapp
Knott Knowles Knox Knutson Koch Koehler Koenig Kohler Kolb Kowalski Kraft Kramer Kraus Krause
Krebs Krueger Kruger Kruse Kuhn Kurtz Kuykendall Lachance Ladner Laird Lam Lamm Lancaster Landers
Landis Landrum Landry Lange Langford Langley Langston Lanham Lanier Lankford Lapointe Larkin
Larsen Larson Larue Lassiter Latham Lau Laughlin Lavigne Lavoie Lawler Lawson Lawton Layne Layton
Leach Leal Leary Leavitt Leclair Ledbetter Ledesma Ledford Leggett Lehman Lemieux Lemus Lentz
Leone Levesque Levin Levine Leyva Liles Lind Linder Lindley Lindquist Linn Linton Lipscomb
Littlejohn Littleton Liu Livingston Locke Lockett Lockhart Locklear Lockwood Lofton Logsdon Lomax
Lombardi Lombardo Longoria Loomis Lopes Lopez Lorenz Lott Lovell Lovett Lowe Lowery Lowry Lozano
Luce Lucero Ludwig Lugo Lujan Lumpkin Luna Lund Lundy Lunsford Lusk Lutz Lyles Lyon Lyons Lytle
Mabry Machado Macias Macon Madden Maddox Madison Madrigal Madsen Magana Magee Maguire Mahan Maher
Mahon Mahoney Maier Maldonado Malloy Maloney Mangum Manley Mann Manning Mansfield Maples Marcum
Mares Marin Marino Markham Marlow Marquez Marrero Martel Martell Martinez Martino Marx Massey
Massie Masterson Mata Mathews Mathis Matlock Matos Matson Matthews Mattingly Mattox Mattson
Mauldin Maurer Maxey Mayberry Mayer Mayes Mayfield Mayo Mays Meade Meador Medeiros Medina Medley
Medrano Meehan Meeks Meier Mejia Melendez Melton Mena Menard Mendez Mendoza Mercado Merchant
Merritt Messer Messina Metcalf Metz Metzger Meyer Meyers Meza Michaels Michaud Middleton Milam
Milligan Milner Mims Minter Minton Mireles Mixon Mize Mobley Moeller Moffett Mohr Mojica Molina
Monahan Montalvo Montanez Montano Montes Montgomery Montoya Mooney Mora Morales Moreland Moreno
Morey Morin Morley Morrell Morrison Morrissey Morrow Morse Moseley Moser Mosher Mosley Mott
Moulton Moya Moyer Mueller Mull Mullen Muller Mulligan Mullins Muncy Muniz Munoz Munson Murdock
Murillo Murphy Murrell Murry Myers Myrick Nadeau Nance Napier Naquin Nash Nava Navarro Naylor
Needham Neely Neff Negrete Nesbitt Nettles Neumann Newberry Newby Newcomb Newell Newkirk Newman
Newsom Newsome Ngo Nguyen Nichols Nicholson Nickerson Nielsen Nielson Nieto Nieves Niles Nixon
Nobles Noland Nolen Noonan Norton Norwood Novak Nowak Noyes Nugent Nunez Nunn Oakes Oakley Ocampo
Ochoa Odom Ogden Ogle Oglesby Ojeda Oldham Oliva Olivares Olivas Olmstead Olsen Olson Olvera
Ornelas Orozco Ortega Ortiz Osborn Osborne Osorio Otero Otoole Ouellette Overton Owens Pacheco
Packard Padgett Padilla Paine Palacios Palma Palumbo Pappas Paquette Paradis Parham Parnell Parr
Parra Parris Parrish Parrott Pate Patel Patten Patterson Patton Paulsen Paulson Paxton Payne
Payton Paz Peachey Pearce Pearson Pease Peck Pedersen Pederson Pelletier Pemberton Pena Pendleton
Pennington Peralta Perdue Pereira Perez Perkins Perryman Peters Peterson Pettit Pfeiffer Pham Phan
Phelan Phelps Phillips Phipps Pickard Pickens Pickering Pickett Pierson Pimentel Pina Pineda
Pinson Pitt Pittman Poe Poindexter Poirier Polanco Polk Pollard Pollock Ponce Portillo Posey Potts
Poulin Powell Prado Prather Prescott Presley Pressley Prewitt Prieto Pringle Pritchard Pritchett
Proctor Proffitt Pruett Pruitt Pryor Puckett Pugh Pullen Pulliam Purcell Purdy Purnell Purvis
Putman Putnam Pyle Qualls Quezada Quigley Quinones Quintana Quintero Quiroz Radford Ragland
Ragsdale Raines Rainey Ralston Ramey Ramirez Ramos Ramsey Randle Rangel Rasmussen Ratcliff Ratliff
Rawlings Rawls Rea Reagan Reardon Reaves Redmond Reece Reeder Reedy Rees Reese Regan Reinhardt
Reiter Rendon Renfro Renner Renteria Reynolds Reynoso Rhoades Rhoads Rhodes Richards Richardson
Richey Richmond Richter Ricker Ricketts Ricks Riddick Ridgeway Ridley Riggins Riggs Rinehart Rios
Ritchie Ritter Rivas Rivera Rizzo Roark Robb Robbins Roberson Roberts Robinette Robins Robison
Robles Roby Rocha Roche Rockwell Rodgers Rodrigues Rodriguez Rodriquez Roe Rogers Rojas Rollins
Romano Romero Romo Rooney Roper Rosado Rosales Rosas Rosen Rosenberg Rosenthal Rossi Roth Roush
Rowe Rowell Rowland Rowley Rubio Rucker Rudd Ruffin Ruiz Runyon Russo Rutherford Rutledge Ryder
Saavedra Saenz Sager Salas Salazar Saldana Salgado Salinas Salisbury Sampson Sams Samson Samuels
Sanborn Sanchez Sanders Sanderson Sandoval Santana Sapp Sargent Saucedo Sauer Saunders Saylor
Schaefer Schaeffer Schafer Schaffer Schell Schilling Schmid Schmidt Schmitt Schmitz Schneider
Schofield Schrader Schreiber Schroeder Schuler Schulte Schultz Schulz Schumacher Schuster Schwartz
Scroggins Scruggs Searcy Seay Segura Seitz Selby Sellers Sepulveda Serna Serrano Seward Sewell
Shafer Shaffer Shah Shanks Shapiro Sharpe Shaver Shaw Shea Shearer Sheehan Sheffield Sheppard
Sheridan Sherrill Sherrod Sherwood Shinn Shipley Shipman Shipp Shockley Shuler Shultz Siegel Sikes
Siler Silva Silverman Simmons Simms Simons Simpkins Simpson Sims Sinclair Singletary Sisk Sisson
Sizemore Skaggs Skelton Skidmore Slone Smalley Smallwood Smoot Snell Snider Snodgrass Snowden
Snyder Solis Sommers Sorensen Sorenson Soriano Sosa Sotelo Soto Sousa Souza Sowell Sowers Spann
Spaulding Spears Spivey Sprague Spruill Spurlock Stafford Stahl Staley Stallings Stallworth
Stamper Stanfield Stanton Stapleton Starkey Starks Starnes Starr Staton Stearns Steen Stein
Steinberg Steiner Stephens Stephenson Stepp Stevens Stevenson Stinson Stockton Stoddard Stokes
Stoner Storey Stovall Stover Stowe Stratton Strauss Strother Stubbs Suarez Suggs Sullivan Sumner
Sutherland Sutton Swafford Swann Swanson Swartz Swenson Switzer Sykes Tabor Tackett Taft Talbert
Talbot Tang Tapia Tatum Tavares Teague Teel Templeton Thacker Thao Tharp Thayer Thibodeau
Thibodeaux Thigpen Thomason Thompson Thomson Thorne Thornton Thorpe Thrasher Thurston Tibbs
Tidwell Tilley Tillman Timmons Tinsley Tipton Tirado Tisdale Tobin Tolbert Tolliver Tomlin
Tomlinson Tompkins Toney Torres Torrez Toth Tovar Townsend Trahan Trammell Tran Traylor Trejo
Trevino Trimble Triplett Tripp Troutman Trujillo Truong Tubbs Turpin Tuttle Ulrich Underwood Unger
Upchurch Upton Uribe Vail Valadez Valdes Valdez Valenzuela Valle Vang Vann Varela Vargas Varner
Varney Vasquez Vaughan Vazquez Vega Vela Velasco Velasquez Velazquez Velez Ventura Vick Vickers
Vidal Vigil Villa Villalobos Villanueva Villarreal Villegas Vinson Vogel Vogt Voss Waddell
Wadsworth Wagner Wagoner Wahl Waite Wakefield Walden Waldron Waldrop Walling Wallis Walsh Walton
Warden Washburn Watkins Watson Watters Waugh Webb Webber Webster Weems Weinstein Weir Weiss Weller
Wellman Wendt Westbrook Westfall Whalen Whaley Whatley Wheatley Whipple Whitaker Whitehead
Whitfield Whiting Whitley Whitlock Whitman Whitmore Whitson Whitt Whittaker Whitten Whitworth
Wicks Wiggins Wilbanks Wilde Wiles Wilhelm Wilkerson Wilkes Wilkins Wilkinson Wilks Willett Willey
Williamson Willingham Willoughby Windham Winfield Winkler Winn Winslow Winstead Wiseman Witt
Wofford Wolff Wolford Womack Woodall Woodard Woodruff Woodson Woodward Wooten Worley Worrell Wray
Wylie Wyman Wynn Xiong Yancey Yanez Yang Yarbrough Yazzie Ybarra Yeager Yee Yoder Yost Zamora
Zapata Zavala Zeigler Zepeda Ziegler Zimmer Zimmerman Zuniga`;
